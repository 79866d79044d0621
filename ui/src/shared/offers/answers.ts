import { acceptOrder, declineOrder } from '@/api/generated/sdk.gen'
import type { JobOfferOut } from '@/api/generated/types.gen'
import { isProblem, sentenceOf } from '@/api/problem'
import { sessionState, subscribeToSession } from '@/auth/sessionStore'
import { toast } from '@/components/toast'

export type Answer = 'accept' | 'decline'

/** A yes or no as it waits for the server, and afterwards what came of it until that is read. */
export type GivenAnswer = {
  /** The same for ever, so that sending it again changes nothing. */
  key: string
  userId: string
  offer_id: string
  order_id: string
  order_number: number
  answer: Answer
  /** It could not be told at once. */
  hasWaited?: boolean
  /** Until when the offer can be open, in this device's milliseconds. */
  until: number
  outcome?: { words: string; isGood: boolean }
}

const NAME = 'haulage.answers'
const LOCK = 'haulage-answers'
/** A yes to what stands open to everyone is not meant for ever: its driver drives on meanwhile. */
const MEANT_FOR_MS = 15 * 60_000
const RETRY_MS = 2_000
const REQUEST_TIMEOUT_MS = 15_000
const ASK = { accept: acceptOrder, decline: declineOrder }

let given: readonly GivenAnswer[] = read()
let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false
const listeners = new Set<() => void>()
const settledListeners = new Set<() => void>()

export const answersNow = (): readonly GivenAnswer[] => given

/** Sends what waits for as long as somebody looks, on whichever screen. */
export function subscribeToAnswers(changed: () => void): () => void {
  listeners.add(changed)
  if (listeners.size === 1) {
    window.addEventListener('online', soon)
    window.addEventListener('storage', onStorage)
    leaveSession = subscribeToSession(soon)
    soon()
  }
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    window.removeEventListener('online', soon)
    window.removeEventListener('storage', onStorage)
    leaveSession?.()
    clearTimeout(timer)
  }
}
let leaveSession: (() => void) | undefined

/** Called when the server has answered one, whichever way. */
export function onAnswerSettled(settled: () => void): () => void {
  settledListeners.add(settled)
  return () => settledListeners.delete(settled)
}

/** *clockAhead* is how far this device's clock is ahead of the server's. One answer an order waits at most. */
export function giveAnswer(offer: JobOfferOut, answer: Answer, clockAhead: number): void {
  const { id, number } = offer.order
  const isAnswered = (it: GivenAnswer) =>
    it.offer_id === offer.id && (!it.outcome || it.outcome.isGood)
  if (given.some(isAnswered)) return
  const end = offer.expires_at === null ? null : Date.parse(offer.expires_at) + clockAhead
  const queued: GivenAnswer = {
    key: crypto.randomUUID(),
    userId: sessionState().user?.id ?? '',
    offer_id: offer.id,
    order_id: id,
    order_number: number,
    answer,
    until: end ?? Date.now() + MEANT_FOR_MS,
  }
  write([...given.filter((it) => it.order_id !== id), queued])
  soon()
}

/** Takes an answer back that nobody has heard, or puts away what was read. */
export function forgetAnswer(key: string): void {
  write(given.filter((it) => it.key !== key))
}

/** For a shared phone: nothing stays of whoever signs out. */
export function resetAnswers(): void {
  write([])
}

const soon = (): void => again(0)

function again(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (isSending) return
    isSending = true
    void oneTabAtATime(sendAll).finally(() => {
      isSending = false
      if (waitingOnes().length > 0 && listeners.size > 0) again(RETRY_MS)
    })
  }, ms)
}

function waitingOnes(): GivenAnswer[] {
  const me = sessionState().user?.id
  return given.filter((it) => !it.outcome && it.userId === me)
}

/** One after the other: of two that overlap the second is refused by the server, which knows the first. */
async function sendAll(): Promise<void> {
  given = read()
  for (const queued of waitingOnes()) await send(queued)
}

async function send(queued: GivenAnswer): Promise<void> {
  if (Date.now() > queued.until) return settled(queued, tooLate(queued), queued.answer !== 'accept')
  if (!navigator.onLine) return waits(queued)
  // Taken back meanwhile.
  if (!given.some(({ key }) => key === queued.key)) return
  try {
    await ASK[queued.answer]({
      path: { order_id: queued.order_id },
      headers: { 'Idempotency-Key': queued.key },
      throwOnError: true,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    settled(queued, takenWords(queued), true)
  } catch (error) {
    if (isWorthAskingAgain(error)) return waits(queued)
    settled(queued, sentenceOf(error), false)
  }
}

function isWorthAskingAgain(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500 || [401, 429].includes(error.status)
}

/** A no that had waited has gone as its driver meant it: there is nothing left to read. */
function takenWords({ answer, hasWaited }: GivenAnswer): string {
  if (answer === 'accept') return 'The job is yours.'
  return hasWaited ? '' : 'Declined.'
}

function tooLate({ answer }: GivenAnswer): string {
  return answer === 'accept'
    ? 'The time to answer ran out before the connection was back. The job is not yours.'
    : ''
}

function waits(queued: GivenAnswer): void {
  if (!queued.hasWaited) replace({ ...queued, hasWaited: true })
}

/** What had waited is said until it is read; what is answered at once, at once. */
function settled(queued: GivenAnswer, words: string, isGood: boolean): void {
  if (words && !queued.hasWaited) {
    const id = `job-${queued.order_id}`
    if (isGood) toast.success(words, { id })
    else toast.error(words, { id })
  }
  replace({ ...queued, outcome: { words: queued.hasWaited ? words : '', isGood } })
  for (const listener of settledListeners) listener()
}

function replace(after: GivenAnswer): void {
  write(given.map((it) => (it.key === after.key ? after : it)))
}

function onStorage({ key }: StorageEvent): void {
  if (key !== NAME && key !== null) return
  given = read()
  for (const changed of listeners) changed()
}

function read(): readonly GivenAnswer[] {
  try {
    const known = JSON.parse(localStorage.getItem(NAME) ?? '[]') as unknown
    return Array.isArray(known) ? (known as GivenAnswer[]) : []
  } catch {
    return given ?? []
  }
}

function write(answers: readonly GivenAnswer[]): void {
  const now = Date.now()
  given = answers.filter((it) => it.outcome?.words !== '' || it.until > now)
  try {
    localStorage.setItem(NAME, JSON.stringify(given))
  } catch {
    // Without room it lives as long as the page.
  }
  for (const changed of listeners) changed()
}

async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(LOCK, work)
}
