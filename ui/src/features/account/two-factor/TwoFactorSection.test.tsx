import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { sessionState } from '@/auth/sessionStore'
import { openAccount, section } from '@/testing/account'
import { server } from '@/testing/server'
import { A_FACTOR, aSession, aSessionWithFactor } from '@/testing/session'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="#1%"/></svg>'

function enrolment() {
  server.use(
    http.post('*/auth/v1/factors', () =>
      HttpResponse.json({
        id: 'factor-1',
        type: 'totp',
        friendly_name: 'Authenticator',
        totp: { qr_code: SVG, secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/haulage' },
      }),
    ),
    http.post('*/auth/v1/factors/factor-1/challenge', () =>
      HttpResponse.json({ id: 'challenge-1', type: 'totp', expires_at: 4_000_000_000 }),
    ),
    http.post('*/auth/v1/factors/factor-1/verify', () =>
      HttpResponse.json(aSessionWithFactor('aal2')),
    ),
  )
}

test('it is set up by a picture or in letters, and proved by a code', async () => {
  enrolment()
  const { user } = openAccount()
  const part = await section('Two-factor sign-in')
  await user.click(await part.findByRole('button', { name: 'Set Up Two-Factor' }))
  const picture = await part.findByRole('img', { name: 'QR code for your application' })
  expect(picture).toHaveAttribute(
    'src',
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`,
  )
  expect(part.getByText('ABCD EFGH IJ')).toBeInTheDocument()
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSessionWithFactor('aal2').user)))
  await user.click(part.getByLabelText('Digit 1 of 6'))
  await user.paste('123456')
  await part.findByText('From now on, signing in asks for a code as well.')
  expect(part.getByText('My phone')).toBeInTheDocument()
  expect(sessionState().status).toBe('signed-in')
})

test('it is removed after a question', async () => {
  const removed: string[] = []
  const session = aSessionWithFactor('aal2')
  server.use(
    http.delete('*/auth/v1/factors/:id', ({ params }) => {
      removed.push(String(params.id))
      return HttpResponse.json({ id: A_FACTOR.id })
    }),
    http.post('*/auth/v1/token', () => HttpResponse.json(aSession())),
  )
  const { user } = openAccount({ session })
  const part = await section('Two-factor sign-in')
  await user.click(await part.findByRole('button', { name: 'Remove My phone' }))
  const dialog = within(await screen.findByRole('dialog'))
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await part.findByText('My phone was removed.')
  expect(removed).toEqual(['factor-1'])
  await part.findByRole('button', { name: 'Set Up Two-Factor' })
})

test('factors that could not be loaded are asked for again', async () => {
  const { user } = openAccount()
  server.use(http.get('*/auth/v1/user', () => HttpResponse.error()))
  const part = await section('Two-factor sign-in')
  await part.findByText('Your second factors could not be loaded')
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
  await user.click(part.getByRole('button', { name: 'Try Again' }))
  await part.findByRole('button', { name: 'Set Up Two-Factor' })
})
