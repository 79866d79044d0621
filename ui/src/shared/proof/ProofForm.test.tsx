import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '@/testing/render'
import type { ProofDraft } from './draft'
import { ProofForm } from './ProofForm'
import { lengthened, pathOf, spotIn } from './signature'

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function aForm(part: { asksPin?: boolean; refuses?: unknown } = {}) {
  const sent: ProofDraft[] = []
  const shown = show(
    <ProofForm
      orderNumber={10001}
      contactName="Ann Lee"
      asksPin={part.asksPin ?? false}
      onSubmit={(draft) => {
        sent.push(draft)
        return part.refuses ? Promise.reject(part.refuses) : Promise.resolve()
      }}
      onCancel={() => undefined}
    />,
  )
  return { ...shown, sent }
}

function sign() {
  const pad = screen.getByRole('img', { name: /Signature pad/ })
  pad.getBoundingClientRect = () => new DOMRect(0, 0, 500, 200)
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 50, clientY: 100 })
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 100, clientY: 50 })
  fireEvent.pointerMove(pad, { pointerId: 2, clientX: 400, clientY: 20 })
  fireEvent.pointerUp(pad, { pointerId: 1 })
}

test("the contact's name is one tap, and typed over by another", async () => {
  const { user } = aForm()
  await user.click(screen.getByRole('button', { name: 'Ann Lee received it' }))
  const name = screen.getByLabelText('Received by')
  expect(name).toHaveValue('Ann Lee')
  expect(screen.queryByRole('button', { name: 'Ann Lee received it' })).not.toBeInTheDocument()
  await user.clear(name)
  await user.type(name, 'Bo')
  expect(name).toHaveValue('Bo')
})

test('where a delivery may end without a proof, none is said to be needed', async () => {
  const nothing = () => undefined
  show(
    <ProofForm
      orderNumber={10001}
      contactName={null}
      asksPin={false}
      onSubmit={() => Promise.resolve()}
      onCancel={nothing}
      onWithout={nothing}
    />,
  )
  expect(screen.getByRole('button', { name: 'Complete Without Proof' })).toBeInTheDocument()
  expect(screen.queryByText(/is needed/)).not.toBeInTheDocument()
  expect(screen.getByText(/complete it without and add the proof later/)).toBeInTheDocument()
})

test('a drawn signature with its name is sent as strokes of the grid', async () => {
  const { user, sent } = aForm()
  await user.type(screen.getByLabelText('Received by'), 'Ann Lee')
  sign()
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    recipientName: 'Ann Lee',
    signature: {
      kind: 'drawn',
      strokes: [
        [
          [100, 200],
          [200, 100],
        ],
      ],
    },
    photo: null,
    position: null,
    pin: null,
  })
})

test('what is needed is said first, and what is missing is moved to', async () => {
  const scrolled: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
    return Promise.resolve()
  })
  const { user, sent } = aForm({ asksPin: true })
  expect(
    screen.getByText(/^A signature or a photo is needed, and the customer’s PIN/),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  expect(scrolled).toEqual(['Have the recipient sign, or take a photo.'])
  expect(sent).toEqual([])
})

test('undo takes the last stroke off and clear takes all', async () => {
  const { user, sent } = aForm()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
  sign()
  sign()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('img', { name: 'Signature pad, signed.' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByRole('img', { name: /empty/ })).toBeInTheDocument()
  expect(sent).toEqual([])
})

test('whoever cannot draw types their name as signature', async () => {
  const { user, sent } = aForm()
  await user.type(screen.getByLabelText('Received by'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Type Instead' }))
  await user.type(screen.getByLabelText('Name typed as signature'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  await waitFor(() => expect(sent[0]?.signature).toEqual({ kind: 'typed', text: 'Ann Lee' }))
})

test('a photo alone is enough, and nothing at all is not', async () => {
  const { user, sent } = aForm()
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  expect(screen.getByText('Have the recipient sign, or take a photo.')).toBeVisible()
  const picture = new File([new Uint8Array(10)], 'door.jpg', { type: 'image/jpeg' })
  await user.upload(screen.getByLabelText('Photo of the delivery', { selector: 'input' }), picture)
  expect(await screen.findByAltText('Your delivery, as taken')).toBeInTheDocument()
  expect(screen.queryByText('Have the recipient sign, or take a photo.')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.photo?.size).toBe(10)
})

test('a wrong PIN is told at its field, and the same proof keeps its id', async () => {
  const refuses = { code: 'wrong_pin', message: 'pin: is wrong', status: 422, param: 'pin' }
  const { user, sent } = aForm({ asksPin: true, refuses })
  await user.type(screen.getByLabelText('Received by'), 'Ann Lee')
  sign()
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  expect(screen.getByText(/Enter the four digits/)).toBeVisible()
  await user.type(screen.getByLabelText('PIN digit 1 of 4'), '1234')
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  expect(await screen.findByText('Pin is wrong.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.pin).toBe('1234')
  expect(sent[1]?.clientId).toBe(sent[0]?.clientId)
})

test('what leaves the pad stays at its edge, and a tremor draws nothing', () => {
  const box = new DOMRect(10, 10, 100, 40)
  expect(spotIn(box, -50, 500)).toEqual([0, 400])
  expect(lengthened([[5, 5]], [6, 6])).toEqual([[5, 5]])
  expect(pathOf([[5, 5]])).toBe('M 5 5 l 0 0')
})
