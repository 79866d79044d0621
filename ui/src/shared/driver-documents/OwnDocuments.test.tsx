import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { DriverDocumentOut } from '@/api/generated/types.gen'
import { clearPersonalData, setPersonalDataOwner } from '@/auth/personalData'
import { anEmptyDevice } from '@/testing/deviceStorage'
import { aDocument } from '@/testing/documents'
import { show } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { OwnDocuments } from './OwnDocuments'
import { PIECE } from './sendInPieces'
import { storeUpload, unfinishedUpload } from './unfinishedUploads'

const PDF = new File(['%PDF-1.7'], 'policy.pdf', { type: 'application/pdf' })

/** What the server has, and what it was sent. */
function cabinet(documents: DriverDocumentOut[] = [], answers: (() => Response)[] = []) {
  const sent: { type: string; clientId: string; name: string | null; offset: number }[] = []
  let present = documents
  let received = 0
  server.use(
    http.get('*/api/v1/driver-documents', () => HttpResponse.json({ items: present, next: null })),
    http.get('*/api/v1/document-uploads/:client', () =>
      HttpResponse.json({ received, document: null }),
    ),
    http.delete('*/api/v1/document-uploads/:client', () => {
      received = 0
      return new HttpResponse(null, { status: 204 })
    }),
    http.put('*/api/v1/document-uploads/:client/:offset', ({ params, request }) => {
      const query = new URL(request.url).searchParams
      const name = query.get('file_name')
      const type = query.get('type') as DriverDocumentOut['type']
      const offset = Number(params.offset)
      sent.push({ type, clientId: String(params.client), name, offset })
      const answer = answers.shift()
      if (answer) return answer()
      received = Math.min(offset + PIECE, Number(query.get('size')))
      if (received < Number(query.get('size')))
        return HttpResponse.json({ received, document: null })
      present = [...present, aDocument({ id: 'doc_new', type, file_name: name ?? '' })]
      const document = { id: 'doc_new', type, status: 'pending', scan: 'clean' }
      return HttpResponse.json({ received, document })
    }),
  )
  return sent
}

beforeEach(() => {
  anEmptyDevice()
  signedInAs()
  setPersonalDataOwner('user-ann')
})

const card = (name: string) => screen.findByRole('region', { name })

test('each required document has a card, and the summary counts what is approved', async () => {
  cabinet([
    aDocument({ status: 'approved' }),
    aDocument({ id: 'doc_2', type: 'profile_photo' }),
    aDocument({
      id: 'doc_3',
      type: 'vehicle_photo',
      status: 'rejected',
      rejection_reason: 'It is blurred',
    }),
  ])
  show(<OwnDocuments />)
  expect(await screen.findByText('1 of 6 required documents approved')).toBeInTheDocument()
  expect(within(await card('Profile photo')).getByText('Under Review')).toBeInTheDocument()
  const rejected = within(await card('Vehicle photo'))
  expect(rejected.getByText('It is blurred')).toHaveAttribute('role', 'status')
  expect(rejected.getByRole('button', { name: /Send another/ })).toBeInTheDocument()
  expect(within(await card('Proof of age')).getByText('Required')).toBeInTheDocument()
})

test('a document whose last day is over has expired, whatever was decided', async () => {
  const details = { ...aDocument().details, expires_on: '2020-01-01' }
  cabinet([aDocument({ status: 'approved', details })])
  show(<OwnDocuments />)
  expect(within(await card('Driver’s license')).getByText('Expired')).toBeInTheDocument()
  expect(screen.getByText('0 of 6 required documents approved')).toBeInTheDocument()
})

test('a file is sent under its name and stands under review', async () => {
  const sent = cabinet()
  const { user } = show(<OwnDocuments />)
  await card('Vehicle registration')
  await user.upload(screen.getByLabelText('Vehicle registration: choose a file'), PDF)
  const registration = within(await card('Vehicle registration'))
  expect(await registration.findByText('Under Review')).toBeInTheDocument()
  expect(sent).toMatchObject([{ type: 'vehicle_registration', name: 'policy.pdf' }])
})

test('a file can be dropped on its card', async () => {
  const sent = cabinet()
  show(<OwnDocuments />)
  fireEvent.drop(await card('Proof of age'), { dataTransfer: { files: [PDF] } })
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.type).toBe('proof_of_age')
})

test.each([
  [
    'Only JPG, PNG, and PDF files are allowed',
    'Proof of age',
    new File(['x'], 'a.gif', { type: 'image/gif' }),
  ],
  ['Profile photo must be an image file', 'Profile photo', PDF],
  [
    'File size must be less than 10MB',
    'Proof of age',
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.pdf', { type: 'application/pdf' }),
  ],
])('before anything is sent: %s', async (words, name, file) => {
  const sent = cabinet()
  show(<OwnDocuments />)
  fireEvent.drop(await card(name), { dataTransfer: { files: [file] } })
  expect(await screen.findByRole('alert')).toHaveTextContent(`Upload failed: ${words}`)
  expect(sent).toEqual([])
})

test('what did not arrive is sent again as the same file, also when the connection is back', async () => {
  const sent = cabinet([], [() => HttpResponse.error(), () => HttpResponse.error()])
  const { user } = show(<OwnDocuments />)
  await card('Proof of age')
  await user.upload(screen.getByLabelText('Proof of age: choose a file'), PDF)
  await user.click(await screen.findByRole('button', { name: 'Try Again: Proof of age' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Upload failed: The server could not/)
  fireEvent(window, new Event('online'))
  expect(await within(await card('Proof of age')).findByText('Under Review')).toBeInTheDocument()
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1)
  expect(sent).toHaveLength(3)
})

test('what the server refuses is said, and another file is asked for', async () => {
  const words = 'This PDF is protected. Please save it without a password.'
  cabinet([], [() => aProblem(422, words)])
  const { user } = show(<OwnDocuments />)
  await card('Proof of age')
  await user.upload(screen.getByLabelText('Proof of age: choose a file'), PDF)
  expect(await screen.findByRole('alert')).toHaveTextContent(`Upload failed: ${words}`)
  expect(screen.queryByRole('button', { name: /Try Again/ })).not.toBeInTheDocument()
})

const LONG = new File([new Uint8Array(2 * PIECE + 1)], 'long.pdf', { type: 'application/pdf' })

test('a file is sent in pieces, and one that broke off goes on when the page is opened again', async () => {
  const sent = cabinet()
  server.use(
    http.get('*/api/v1/document-uploads/:client', () =>
      HttpResponse.json({ received: PIECE, document: null }),
    ),
    http.put('*/api/v1/document-uploads/:client/:offset', () => HttpResponse.error(), {
      once: true,
    }),
  )
  const first = show(<OwnDocuments />)
  await card('Proof of age')
  await first.user.upload(screen.getByLabelText('Proof of age: choose a file'), LONG)
  await screen.findByRole('alert')
  cleanup()
  show(<OwnDocuments />)
  expect(await within(await card('Proof of age')).findByText('Under Review')).toBeInTheDocument()
  expect(sent.map(({ offset }) => offset)).toEqual([PIECE, 2 * PIECE])
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1)
})

test('what somebody stopped waits for them, and is gone once they sign out', async () => {
  const sent = cabinet()
  server.use(
    http.put(
      '*/api/v1/document-uploads/:client/:offset',
      () => new Promise<Response>(() => undefined),
      {
        once: true,
      },
    ),
  )
  const first = show(<OwnDocuments />)
  await card('Proof of age')
  await first.user.upload(screen.getByLabelText('Proof of age: choose a file'), LONG)
  await first.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByText(/^You stopped sending long.pdf/)
  await expect
    .poll(async () => (await unfinishedUpload({ type: 'proof_of_age' }))?.isStopped)
    .toBe(true)
  cleanup()
  const second = show(<OwnDocuments />)
  await second.user.click(await screen.findByRole('button', { name: 'Go on: Proof of age' }))
  expect(await within(await card('Proof of age')).findByText('Under Review')).toBeInTheDocument()
  expect(sent).toHaveLength(3)

  const left = { clientId: 'c', name: 'a', body: LONG, begunAt: Date.now(), isStopped: true }
  await storeUpload({ ...left, type: 'proof_of_age', userId: 'user-ann' })
  expect(await unfinishedUpload({ type: 'proof_of_age' })).toBeDefined()
  clearPersonalData()
  setPersonalDataOwner('user-ann')
  await expect.poll(() => unfinishedUpload({ type: 'proof_of_age' })).toBeUndefined()
})

test('a preview is enlarged and turned', async () => {
  cabinet([aDocument({ preview_urls: ['/one', '/two'] })])
  const { user } = show(<OwnDocuments />)
  await user.click(await screen.findByRole('button', { name: 'Preview Driver’s license' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Zoom in' }))
  await user.click(dialog.getByRole('button', { name: 'Rotate' }))
  await user.click(dialog.getByRole('button', { name: 'Page 2' }))
  const page = dialog.getByRole('img', { name: 'Driver’s license, page 2' })
  expect(page).toHaveAttribute('src', '/two')
  expect(page.style.width).toBe('150%')
  expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeEnabled()
})
