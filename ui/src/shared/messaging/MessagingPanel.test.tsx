import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aCall, aMessage, anOwnMessage, messageApi } from '@/testing/messages'
import { show } from '@/testing/render'
import { aProblem } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { MessagingPanel } from './MessagingPanel'

function open(part: Parameters<typeof messageApi>[0] = {}, size: 'page' | 'mount' = 'page') {
  signedInAs()
  const backend = messageApi(part)
  return { backend, ...show(<MessagingPanel orderId="order-1" party="customer" size={size} />) }
}

const log = async () => within(await screen.findByRole('log', { name: 'Conversation' }))
const field = () => screen.findByRole('textbox', { name: 'Message Dee Driver' })

test('an empty thread says so', async () => {
  open()
  expect(await (await log()).findByText('No messages yet')).toBeVisible()
  expect(screen.getByText('With Dee Driver')).toBeVisible()
})

test('each message shows how far it has come, and why no SMS went once a run', async () => {
  const sms_refusal = 'Cannot send SMS during quiet hours'
  open({
    messages: [
      anOwnMessage({ id: 'a', is_read: true, sms_refusal }),
      anOwnMessage({ id: 'b', status: 'delivered', sms_refusal }),
      anOwnMessage({ id: 'c', status: 'sent' }),
      anOwnMessage({ id: 'd', status: 'pending' }),
      anOwnMessage({ id: 'e', status: 'failed' }),
    ],
  })
  const items = (await log()).getAllByRole('listitem')
  const words = ['Read', 'Delivered', 'Sent', 'Pending', 'Failed']
  words.forEach((word, place) => {
    expect(within(items[place] as HTMLElement).getByText(word)).toBeVisible()
  })
  const refused =
    'It is in the app for them to read. No text message: Cannot send SMS during quiet hours.'
  expect(screen.getAllByText(refused)).toHaveLength(1)
  expect(items[1]).toHaveTextContent(refused)
})

test('what came in is read as soon as it is seen', async () => {
  const { backend } = open({ messages: [aMessage()] })
  expect(await (await log()).findByText('New')).toBeVisible()
  await waitFor(() => expect(backend.read).toBe(1))
})

test('a message stands in the thread at once, and goes out without blanks around it', async () => {
  const { backend, user } = open()
  await user.type(await field(), '  On my way {Enter}')
  expect(await (await log()).findByText('On my way')).toBeVisible()
  await waitFor(() => expect(backend.sent.map(({ body }) => body)).toEqual([{ text: 'On my way' }]))
  expect(await field()).toHaveValue('')
})

test('blanks alone are not sent', async () => {
  const { backend, user } = open()
  await user.type(await field(), '   {Enter}')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(backend.sent).toEqual([])
})

test('a message has 160 characters, and an emoji is one of them', async () => {
  const { user } = open()
  await user.click(await field())
  await user.paste(`${'🚚'.repeat(159)}abc`)
  expect(screen.getByText('160/160')).toBeVisible()
  expect(await field()).toHaveValue(`${'🚚'.repeat(159)}a`)
  expect(screen.getByText(/Shortened to 160 characters/)).toBeVisible()
})

test('what is refused is still there to be read, and the same words go under the same key', async () => {
  const { backend, user } = open()
  backend.refusal = () => aProblem(429, 'Too many requests.')
  await user.type(await field(), 'Hello{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to send message: Too many requests.',
  )
  expect(await field()).toHaveValue('Hello')
  backend.refusal = null
  await user.type(await field(), '{Enter}')
  expect(await (await log()).findByText('Sent')).toBeVisible()
  const [first, second] = backend.sent
  expect(second?.key).toBe(first?.key)
})

test('words that come after a refused message stay, and it can be sent again', async () => {
  const { backend, user } = open()
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  backend.refusal = () => refused.then(() => HttpResponse.error())
  await user.type(await field(), 'First{Enter}')
  await user.type(await field(), 'Second')
  refuse()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to send message: The server could not be reached. Please try again.',
  )
  expect(await field()).toHaveValue('Second')
  backend.refusal = null
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await (await log()).findByText('Sent')).toBeVisible()
})

test('the first six templates are at hand, and each is read before it goes', async () => {
  const { backend, user } = open()
  const row = within(await screen.findByRole('list', { name: 'Quick messages' }))
  expect(row.getAllByRole('button')).toHaveLength(6)
  await user.click(row.getByRole('button', { name: 'How long?' }))
  const chosen = within(screen.getByRole('group', { name: 'How long?' }))
  expect(chosen.getByText('Dee Driver')).toBeVisible()
  await user.click(chosen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(backend.sent[0]?.body).toEqual({ template_id: 'how_long', variables: {} }),
  )
})

test('a template that needs minutes asks for them', async () => {
  const { backend, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Running late' }))
  const chosen = within(screen.getByRole('group', { name: 'Running late' }))
  expect(chosen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await user.click(chosen.getByRole('radio', { name: '15' }))
  await user.click(chosen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(backend.sent[0]?.body.variables).toEqual({ delay_minutes: '15' }))
})

test('a template that failed says so where it stands, and can be sent again', async () => {
  const { backend, user } = open({}, 'mount')
  backend.refusal = () => aProblem(404, 'Message template not found')
  await user.click(await screen.findByRole('button', { name: /^Please ring/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to send template message: Message template not found',
  )
  backend.refusal = null
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await (await log()).findByText('Sent')).toBeVisible()
})

test('without a connection a message waits, and goes once it is back', async () => {
  const { backend, user } = open()
  const box = await field()
  act(() => onlineManager.setOnline(false))
  expect(screen.getByText('Offline. What you write is kept.')).toBeVisible()
  await user.type(box, 'In the tunnel{Enter}')
  expect(await (await log()).findByText('Waits for the connection')).toBeVisible()
  expect(backend.sent).toEqual([])
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(backend.sent).toHaveLength(1))
})

test('what was begun is there again after a reload', async () => {
  const { user } = open()
  await user.type(await field(), 'Half a sent')
  show(<MessagingPanel orderId="order-1" party="customer" />)
  await waitFor(async () =>
    expect((await screen.findAllByDisplayValue('Half a sent')).length).toBe(2),
  )
})

test('Call instead writes the call down, opens the dialer, and asks once how it went', async () => {
  const dialed: string[] = []
  const dial = (event: Event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="tel:"]')
    if (link) dialed.push(link.href)
    if (link) event.preventDefault()
  }
  document.addEventListener('click', dial)
  const { backend, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Call instead' }))
  await waitFor(() => expect(dialed).toEqual(['tel:+12125550177']))
  document.removeEventListener('click', dial)
  await user.click(await screen.findByRole('button', { name: 'How did it go?' }))
  await user.click(screen.getByRole('radio', { name: 'We spoke' }))
  await user.type(screen.getByRole('spinbutton', { name: 'Minutes (optional)' }), '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Completed, 2 min')).toBeVisible()
  expect(backend.recorded).toEqual([{ status: 'completed', duration_seconds: 120 }])
})

test('a call that was noted is not asked about', async () => {
  open({ calls: [aCall({ status: 'busy' })] })
  expect(await screen.findByText('You called Dee Driver')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'How did it go?' })).not.toBeInTheDocument()
})

test('a closed thread can be read, and says why nothing is written any more', async () => {
  const cannot_send_reason = 'This conversation is closed.'
  open({ messages: [aMessage()], can_send: false, cannot_send_reason })
  expect(await screen.findByText(cannot_send_reason)).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('in a moving vehicle the field opens only when it is asked for', async () => {
  signedInAs()
  messageApi()
  const panel = <MessagingPanel orderId="order-1" party="customer" size="mount" mayType={false} />
  const { user } = show(panel)
  const ask = await screen.findByRole('button', { name: 'Type a Message' })
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await user.click(ask)
  expect(await field()).toHaveFocus()
})

test('the settings are saved with the consent to the words that were shown', async () => {
  const { backend, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Message settings' }))
  const box = await screen.findByRole('checkbox', { name: 'Send me text messages about my orders' })
  expect(box).toHaveAccessibleDescription('I agree to receive text messages.')
  expect(box).not.toBeChecked()
  await user.click(box)
  await user.click(screen.getByRole('checkbox', { name: /^Quiet hours/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(backend.saved).toHaveLength(1))
  expect(backend.saved[0]).toMatchObject({
    quiet_hours: { enabled: true, start_time: '22:00', end_time: '08:00' },
    sms_consent: true,
    consent_text_version: '2026-11-22',
  })
})
