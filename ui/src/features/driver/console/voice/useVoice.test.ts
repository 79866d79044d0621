import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import type { Trouble } from '../../outbox/action'
import { useVoice } from './useVoice'

const AT = '2026-11-20T15:00:00Z'
const WAITING = aDelivery({ en_route_at: AT })
const RUNNING = aRunningDelivery(AT)
const NO_TROUBLES: Trouble[] = []
const SORRY = 'Sorry, I could not complete that action.'
const LOADED = aRunningDelivery(AT, { picked_up_at: AT })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser that understands speech: what is said to it, and what goes wrong with it. */
function anEar(start: () => void = () => undefined) {
  const ears: Recognition[] = []
  class Recognition {
    onstart?: () => void
    onend?: () => void
    onerror?: (event: { error: string }) => void
    onresult?: (event: unknown) => void
    start() {
      start()
      ears.push(this)
      this.onstart?.()
    }
    abort() {
      ears.splice(ears.indexOf(this), 1)
    }
  }
  vi.stubGlobal('SpeechRecognition', Recognition)
  const recognize = async (tell: (ear: Recognition) => void) => {
    const ear = ears.at(-1)
    if (!ear) throw new Error('nobody listens')
    await act(async () => tell(ear))
  }
  return {
    count: () => ears.length,
    hear: (...guesses: string[]) =>
      recognize((ear) => {
        const result = Object.assign(
          guesses.map((transcript) => ({ transcript })),
          { isFinal: true },
        )
        ear.onresult?.({ resultIndex: 0, results: [result] })
      }),
    fail: (error: string) =>
      recognize((ear) => {
        ear.onerror?.({ error })
        ears.splice(ears.indexOf(ear), 1)
        ear.onend?.()
      }),
  }
}

/** A browser that speaks; each sentence takes until it is *finished*. */
function aMouth() {
  const spoken: string[] = []
  let finished: () => void = () => undefined
  class Utterance {
    onend: () => void = () => undefined
    constructor(readonly text: string) {}
  }
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    cancel: () => finished(),
    speak: (utterance: Utterance) => {
      spoken.push(utterance.text)
      finished = () => utterance.onend()
    },
  })
  return { spoken, finish: () => act(async () => finished()) }
}

const STEP = 'step-1'
const REFUSED: Trouble = {
  client_id: STEP,
  driver_id: 'drv-1',
  order_number: 10001,
  action: 'start',
  outcome: 'refused',
  reason: 'Delivery session not found',
}

async function listening(deliveries: DeliveryOut[]) {
  const done = vi.fn(async () => STEP)
  const { result, rerender } = renderHook(({ troubles }) => useVoice(deliveries, done, troubles), {
    initialProps: { troubles: [] as Trouble[] },
  })
  await act(async () => result.current.toggle())
  const refuse = (trouble = REFUSED) => act(async () => rerender({ troubles: [trouble] }))
  return { voice: () => result.current, done, refuse }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test.each([
  ['start delivery', WAITING, 'start', 'Delivery started.'],
  ['begin delivery', WAITING, 'start', 'Delivery started.'],
  ['confirm pickup', RUNNING, 'confirm_pickup', 'Pickup confirmed.'],
  ['picked up', RUNNING, 'confirm_pickup', 'Pickup confirmed.'],
] as const)('“%s” is done at once', async (phrase, delivery, action, words) => {
  const ears = anEar()
  const { voice, done } = await listening([delivery])
  await ears.hear(phrase)
  expect(done).toHaveBeenCalledExactlyOnceWith(delivery, action)
  expect(voice().spoken).toBe(words)
})

const ENDS = ['stop delivery', 'end delivery', 'finish delivery', 'confirm delivery', 'delivered']

test.each(ENDS)('“%s” is done after a spoken yes and no sooner', async (phrase) => {
  const ears = anEar()
  const { voice, done } = await listening([LOADED])
  await ears.hear(phrase)
  expect(voice().question?.text).toBe('Complete the delivery of order 10001? Say yes or no.')
  await ears.hear('what a lovely day')
  expect(done).not.toHaveBeenCalled()
  await ears.hear('Yes.')
  expect(done).toHaveBeenCalledExactlyOnceWith(LOADED, 'stop')
  expect(voice().spoken).toBe('Delivery completed.')
})

test.each(ENDS)('“%s” is not done after a no', async (phrase) => {
  const ears = anEar()
  const { voice, done } = await listening([LOADED])
  await ears.hear(phrase)
  await ears.hear('no')
  await ears.hear('yes')
  expect(done).not.toHaveBeenCalled()
  expect(voice().spoken).toBe('Okay, nothing was changed.')
})

test('silence is no yes, and a yes that comes too late ends nothing', async () => {
  const ears = anEar()
  const { voice, done } = await listening([LOADED])
  await ears.hear('delivered')
  await pass(12_000)
  expect(voice().question).toBeNull()
  expect(voice().spoken).toBe('I heard no answer. Nothing was changed.')
  await ears.hear('yes')
  expect(done).not.toHaveBeenCalled()
})

test('an answer that is not understood is said so, and the question stands', async () => {
  const ears = anEar()
  const { voice, done } = await listening([LOADED])
  await ears.hear('delivered')
  await ears.hear('Yes, is that the order number?', 'yes')
  expect(voice().spoken).toBe('I did not understand. Say yes or no.')
  expect(done).not.toHaveBeenCalled()
  await ears.hear('Um, yes, of course.')
  expect(done).toHaveBeenCalledExactlyOnceWith(LOADED, 'stop')
})

test('words about a delivery that are no command are said not to be understood', async () => {
  const ears = anEar()
  const { voice, done } = await listening([RUNNING])
  await ears.hear('what a lovely day')
  expect(voice().spoken).toBe('')
  await ears.hear('I picked up the wrong box', 'I picked up')
  expect(voice().spoken).toBe('I did not understand. Nothing was changed.')
  expect(done).not.toHaveBeenCalled()
})

test('a pickup of another order is not confirmed', async () => {
  const ears = anEar()
  const { voice, done } = await listening([RUNNING])
  await ears.hear('Picked up order 10004.')
  expect(voice().spoken).toBe(SORRY)
  expect(done).not.toHaveBeenCalled()
  await ears.hear('Picked up order 10001.')
  expect(done).toHaveBeenCalledExactlyOnceWith(RUNNING, 'confirm_pickup')
})

test('an end that takes a PIN is not said to be done', async () => {
  const ears = anEar()
  const mouth = aMouth()
  const { result } = renderHook(() => useVoice([LOADED], () => null, NO_TROUBLES))
  await act(async () => result.current.toggle())
  await ears.hear('delivered')
  await mouth.finish()
  await ears.hear('yes')
  expect(mouth.spoken).toEqual([
    'Complete the delivery of order 10001? Say yes or no.',
    "Enter the customer's PIN.",
  ])
})

test('a spoken step that comes to nothing later is said so, after what is being said', async () => {
  const ears = anEar()
  const mouth = aMouth()
  const { voice, refuse } = await listening([WAITING])
  await ears.hear('start delivery')
  await refuse()
  expect(mouth.spoken).toEqual(['Delivery started.'])
  expect(ears.count()).toBe(0)
  await mouth.finish()
  expect(mouth.spoken).toEqual(['Delivery started.', SORRY])
  expect(voice().spoken).toBe(SORRY)
  await mouth.finish()
  await refuse()
  expect(mouth.spoken).toHaveLength(2)
  expect(ears.count()).toBe(1)
})

test('a refusal waits for the answer to a question', async () => {
  const ears = anEar()
  const mouth = aMouth()
  const { voice, refuse } = await listening([WAITING, LOADED])
  await ears.hear('start delivery')
  await mouth.finish()
  await ears.hear('delivered')
  await mouth.finish()
  await refuse()
  expect(mouth.spoken.at(-1)).toMatch(/^Complete the delivery/)
  await act(async () => voice().answer(false))
  expect(mouth.spoken.at(-1)).toBe('Okay, nothing was changed.')
  await mouth.finish()
  expect(mouth.spoken.at(-1)).toBe(SORRY)
})

test('a refused step that was pressed is left to what is written', async () => {
  const ears = anEar()
  const mouth = aMouth()
  const { refuse } = await listening([WAITING])
  await ears.hear('start delivery')
  await mouth.finish()
  await refuse({ ...REFUSED, client_id: 'pressed' })
  expect(mouth.spoken).toEqual(['Delivery started.'])
})

test('what fits nothing is said so, and talk about other things is not obeyed', async () => {
  const ears = anEar()
  const { voice, done } = await listening([WAITING])
  await ears.hear('picked up')
  expect(voice().spoken).toBe(SORRY)
  await ears.hear("don't start delivery")
  await ears.hear('the delivery can wait', 'start delivering')
  expect(done).not.toHaveBeenCalled()
})

test.each(['no-speech', 'aborted'])('after “%s” it listens on', async (error) => {
  const ears = anEar()
  const { voice, done } = await listening([WAITING])
  await ears.fail(error)
  await pass(300)
  expect(voice().state).toBe('listening')
  await ears.hear('start delivery')
  expect(done).toHaveBeenCalledOnce()
})

test('without a connection it says that it is deaf, and tries again by itself', async () => {
  const ears = anEar()
  const { voice } = await listening([WAITING])
  await ears.fail('network')
  expect(voice().state).toBe('deaf')
  await pass(4_900)
  expect(ears.count()).toBe(0)
  await pass(200)
  expect(voice().state).toBe('listening')
})

test.each(['not-allowed', 'service-not-allowed', 'audio-capture'])(
  'a microphone that is refused with “%s” is not asked for again',
  async (error) => {
    const ears = anEar()
    const { voice } = await listening([WAITING])
    await ears.fail(error)
    expect(voice().state).toBe('denied')
    await pass(60_000)
    expect(ears.count()).toBe(0)
  },
)

test('a recognizer that another page holds is asked again', async () => {
  let isBusy = true
  const ears = anEar(() => {
    if (isBusy) throw new DOMException('started', 'InvalidStateError')
  })
  const { voice } = await listening([WAITING])
  expect(voice().state).toBe('deaf')
  isBusy = false
  await pass(5_000)
  expect(voice().state).toBe('listening')
  expect(ears.count()).toBe(1)
})

test('a browser that understands no speech says so', () => {
  vi.stubGlobal('SpeechRecognition', undefined)
  const { result } = renderHook(() => useVoice([WAITING], vi.fn(), []))
  expect(result.current.state).toBe('unsupported')
})
