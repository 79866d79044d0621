import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, vi } from 'vitest'
import type { ActionsIn, DeliveryOut } from '@/api/generated/types.gen'
import { aDriver, signedInDriver } from './drivers'
import { aProblem, server } from './server'

export const CONSOLE = '/driver-dashboard'
export const START = new Date(Date.now() - 10 * 60_000).toISOString()

/** A driver at the console with these deliveries; what the device tells is written down. */
export function atTheConsole(
  deliveries: DeliveryOut[] = [],
  part: Parameters<typeof signedInDriver>[0] = {},
) {
  const backend = signedInDriver({ driver: aDriver({ is_online: true }), ...part })
  /** Steps are answered once *answers* is fulfilled, with the deliveries as they were before them. */
  const answers: Promise<void> = Promise.resolve()
  const console = { backend, deliveries, answers, sentActions: [] as string[] }
  server.use(
    http.get('*/api/v1/deliveries', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      const items = console.deliveries.filter((it) => it.status === status)
      return HttpResponse.json({ items, next: null })
    }),
    http.post('*/api/v1/deliveries/actions', async ({ request }) => {
      const { actions } = (await request.json()) as ActionsIn
      console.sentActions.push(...actions.map(({ action }) => action))
      await console.answers
      const items = actions.map(({ client_id }) => ({
        client_id,
        outcome: 'applied',
        message: null,
      }))
      return HttpResponse.json({ items, deliveries: console.deliveries })
    }),
    http.get('*/api/v1/orders/:id/events', () => aProblem(404, 'Not here.')),
    http.get('*/api/v1/orders/:id/tracking', () => aProblem(404, 'Not here.')),
  )
  return console
}

/** The server answers every step with this refusal. */
export function refusing(message: string) {
  server.use(
    http.post('*/api/v1/deliveries/actions', async ({ request }) => {
      const { actions } = (await request.json()) as ActionsIn
      const items = actions.map(({ client_id }) => ({ client_id, outcome: 'out_of_turn', message }))
      return HttpResponse.json({ items, deliveries: [] })
    }),
  )
}

export function aDeviceThat(fails?: { code: number }) {
  const watchPosition = vi.fn((_say: unknown, complain: (error: unknown) => void) => {
    if (fails) complain(fails)
    return 1
  })
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { watchPosition, getCurrentPosition: vi.fn(), clearWatch: vi.fn() },
  })
  return watchPosition
}

export const card = async (number = 10001) =>
  within(await screen.findByRole('article', { name: `Order #${number}` }))

/** A browser that speaks: what it said. */
export function aMouth() {
  const spoken: string[] = []
  class Utterance {
    onend: () => void = () => undefined
    constructor(readonly text: string) {}
  }
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    cancel: () => undefined,
    speak: (utterance: Utterance) => {
      spoken.push(utterance.text)
      utterance.onend()
    },
  })
  return spoken
}

/** A browser that understands speech, and what is said to it. */
export function anEar() {
  type Ear = { onstart?: () => void; onresult?: (event: unknown) => void }
  let ear: Ear | undefined
  class Recognition implements Ear {
    onstart?: () => void
    onresult?: (event: unknown) => void
    start() {
      ear = this
      this.onstart?.()
    }
    abort() {
      if (ear === this) ear = undefined
    }
  }
  vi.stubGlobal('webkitSpeechRecognition', Recognition)
  return {
    hear: async (sentence: string) => {
      await waitFor(() => expect(ear).toBeDefined())
      const result = Object.assign([{ transcript: sentence }], { isFinal: true })
      ear?.onresult?.({ resultIndex: 0, results: [result] })
    },
  }
}
