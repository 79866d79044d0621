import { HttpResponse, http } from 'msw'
import type {
  CallOut,
  MessageIn,
  MessageOut,
  TemplateOut,
  ThreadOut,
} from '@/api/generated/types.gen'
import { PREFERENCES } from './ownAccount'
import { server } from './server'
import { ANN } from './session'

const AT = '2026-11-20T20:00:00Z'

/** From the driver to Ann, unread. */
export function aMessage(changes: Partial<MessageOut> = {}): MessageOut {
  return {
    id: 'msg-1',
    is_own: false,
    order_id: 'order-1',
    sender_id: 'user-dee',
    sender_type: 'driver',
    recipient_id: ANN.id,
    recipient_type: 'customer',
    message: 'I am at the door.',
    message_type: 'manual',
    template_id: null,
    status: 'sent',
    sms_refusal: null,
    is_read: false,
    created_at: AT,
    sent_at: AT,
    delivered_at: null,
    read_at: null,
    ...changes,
  }
}

/** From Ann to the driver. */
export function anOwnMessage(changes: Partial<MessageOut> = {}): MessageOut {
  return aMessage({
    id: 'msg-2',
    is_own: true,
    sender_id: ANN.id,
    sender_type: 'customer',
    recipient_id: 'user-dee',
    recipient_type: 'driver',
    message: 'Coming down.',
    ...changes,
  })
}

export function aCall(changes: Partial<CallOut> = {}): CallOut {
  return {
    id: 'cal-1',
    is_own: true,
    order_id: 'order-1',
    caller_id: ANN.id,
    caller_type: 'customer',
    recipient_id: 'user-dee',
    recipient_type: 'driver',
    phone_number: '+12125550177',
    status: null,
    duration_seconds: 0,
    start_time: AT,
    end_time: null,
    call_type: 'outgoing',
    notes: '',
    metadata: { device_type: null, call_quality: null, connection_type: null },
    ...changes,
  }
}

const TEMPLATES: TemplateOut[] = [
  ['how_long', 'How long?', 'Hi {driver_name}, how long will it take?', ['driver_name']],
  ['late', 'Running late', 'I am {delay_minutes} minutes late.', ['delay_minutes']],
  ['ring', 'Please ring', 'Please ring the bell.', []],
  ['ready', 'Ready', 'I am ready.', []],
  ['parking', 'Parking', 'You can stop in front.', []],
  ['call', 'Please call', 'Please call me.', []],
  ['seventh', 'One too many', 'Never at hand.', []],
].map(([id, name, message, variables]) => ({
  id: id as string,
  name: name as string,
  category: 'general',
  user_type: 'customer',
  message: message as string,
  variables: variables as string[],
  asks: (variables as string[]).filter((each) => each === 'delay_minutes'),
  is_active: true,
}))

type Thread = Pick<ThreadOut, 'calls' | 'contact' | 'can_send' | 'cannot_send_reason'> & {
  messages: MessageOut[]
}

/** A server with one thread; what comes in is written down, and what it holds can be changed. */
export function messageApi(part: Partial<Thread> = {}) {
  const backend = {
    messages: [] as MessageOut[],
    calls: [] as CallOut[],
    contact: { name: 'Dee Driver', type: 'driver', can_call: true, phone: '+12125550177' } as
      | ThreadOut['contact']
      | null,
    can_send: true,
    cannot_send_reason: null as string | null,
    ...part,
    sent: [] as { key: string | null; body: MessageIn }[],
    read: 0,
    saved: [] as unknown[],
    recorded: [] as unknown[],
    preferences: PREFERENCES,
    /** What the next message is refused with. */
    refusal: null as (() => Response | Promise<Response>) | null,
  }
  server.use(
    http.get('*/api/v1/orders/:id/messages', ({ params }) =>
      HttpResponse.json({
        order_id: String(params.id),
        items: backend.messages,
        calls: backend.calls,
        summary: { total_messages: 0, total_calls: 0, total_call_duration_seconds: 0 },
        last_activity: null,
        next: null,
        contact: backend.contact,
        can_send: backend.can_send,
        cannot_send_reason: backend.cannot_send_reason,
      } satisfies ThreadOut),
    ),
    http.post('*/api/v1/orders/:id/messages', async ({ request, params }) => {
      const body = (await request.json()) as MessageIn
      backend.sent.push({ key: request.headers.get('Idempotency-Key'), body })
      if (backend.refusal) return backend.refusal()
      const message = anOwnMessage({
        id: `msg-sent-${backend.sent.length}`,
        order_id: String(params.id),
        message: body.text ?? `Text of ${body.template_id}`,
      })
      backend.messages = [...backend.messages, message]
      return HttpResponse.json(message, { status: 201 })
    }),
    http.post('*/api/v1/orders/:id/messages/read', () => {
      backend.read += 1
      backend.messages = backend.messages.map((it) => ({ ...it, is_read: true }))
      return HttpResponse.json({ read: 1 })
    }),
    http.post('*/api/v1/orders/:id/calls', () => {
      backend.calls = [aCall()]
      return HttpResponse.json(aCall(), { status: 201 })
    }),
    http.patch('*/api/v1/orders/:id/calls/:call', async ({ request }) => {
      const body = (await request.json()) as Partial<CallOut>
      backend.recorded.push(body)
      backend.calls = backend.calls.map((it) => ({ ...it, ...body }))
      return HttpResponse.json(backend.calls[0])
    }),
    http.get('*/api/v1/messages/templates', () => HttpResponse.json({ templates: TEMPLATES })),
    http.get('*/api/v1/messages/unread', () => {
      const unread = backend.messages.filter(
        (it) => !it.is_read && it.recipient_id === ANN.id,
      ).length
      const order = { order_id: 'order-1', party: 'customer', number: 10001, unread, last_at: AT }
      return HttpResponse.json({ unread, orders: unread ? [order] : [] })
    }),
    http.get('*/api/v1/communication-preferences', () => HttpResponse.json(backend.preferences)),
    http.put('*/api/v1/communication-preferences', async ({ request }) => {
      backend.saved.push(await request.json())
      return HttpResponse.json(backend.preferences)
    }),
  )
  return backend
}
