import { act } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { TrackingOut } from '@/api/generated/types.gen'
import { NOTHING_CLAIMED } from '@/testing/claims'
import { messageApi } from '@/testing/messages'
import { server } from '@/testing/server'

/** A server that answers with *tracking* as it is by then, and a stream that a test talks into. */
export function serve(tracking: TrackingOut) {
  const current = { tracking, asked: 0, streams: 0, isDown: false }
  const backend = messageApi()
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () => {
      current.asked += 1
      return current.isDown ? HttpResponse.error() : HttpResponse.json(current.tracking)
    }),
    http.get('*/api/v1/orders/:id/events', () => {
      if (current.isDown) return HttpResponse.error()
      current.streams += 1
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          writer = controller
          controller.enqueue(new TextEncoder().encode(': ping\n\n'))
        },
      })
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
    http.get('*/api/v1/orders/:id/claims', () => HttpResponse.json(NOTHING_CLAIMED)),
  )
  const say = (text: string) => act(async () => writer?.enqueue(new TextEncoder().encode(text)))
  return {
    current,
    backend,
    message: () => say('event: messages\ndata: {}\n\n'),
    live: (live: TrackingOut['live']) => say(`event: live\ndata: ${JSON.stringify(live)}\n\n`),
    event: (event: object) => say(`id: 9\nevent: order\ndata: ${JSON.stringify(event)}\n\n`),
    end: async () => {
      await say('event: end\ndata: {}\n\n')
      await act(async () => writer?.close())
    },
    drop: () => act(async () => writer?.error(new TypeError('network error'))),
  }
}
