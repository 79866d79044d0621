import type { ActionKind, DeliveryOut } from '@/api/generated/types.gen'
import { fits } from '../projection'
import { ANSWERED_YES, COMMANDS } from './grammar'

export type VoiceCommand = keyof typeof COMMANDS
/** A command, and the order's number if it was said. */
export type RecognizedCommand = { command: VoiceCommand; orderNumber: number | null }

/**
 * A denial only leaves things as they are, so any word of it will do, in any guess. Some recognizers leave the
 * apostrophe out.
 */
const DENIED =
  /n't\b|\b(not|no|nope|nah|never|nobody|no one|none|nothing|cannot|without|wait|cancel|almost|nearly|yet|unable|failed|negative|(ca|wo|ai|is|are|was|were|has|have|had|did|does|do|should|could|would|must)nt)\b/
/** What each says to a driver who looks for words. */
export const EXAMPLES = ['Start delivery', 'Picked up', 'Stop delivery', 'Delivered']

export const ACTION_OF: Record<VoiceCommand, ActionKind> = {
  start: 'start',
  stop: 'stop',
  confirm_pickup: 'confirm_pickup',
  confirm_delivery: 'stop',
}

/** The command in the likeliest guess, which comes first. The others can only deny it. */
export function commandAmong(guesses: readonly string[]): RecognizedCommand | null {
  return guesses.some(isDenial) ? null : commandIn(guesses[0] ?? '')
}

export function commandIn(phrase: string): RecognizedCommand | null {
  if (isQuestion(phrase)) return null
  const words = `${plain(phrase)} `
  for (const command of Object.keys(COMMANDS) as VoiceCommand[]) {
    for (const sentence of COMMANDS[command]) {
      const found = sentence.exec(words)
      const said = found?.groups?.number
      if (found) return { command, orderNumber: said === undefined ? null : Number(said) }
    }
  }
  return null
}

/** The answer in the likeliest guess; null for anything else that was said. A denial in any guess is a no. */
export function answerAmong(guesses: readonly string[]): boolean | null {
  return guesses.some(isDenial) ? false : answerIn(guesses[0] ?? '')
}

export function answerIn(phrase: string): boolean | null {
  if (isDenial(phrase)) return false
  return !isQuestion(phrase) && ANSWERED_YES.test(`${plain(phrase)} `) ? true : null
}

/** Whether words that are no command may have been meant as one. */
export function isAboutADelivery(phrase: string): boolean {
  return /\b(pick|deliver)/.test(plain(phrase))
}

function isDenial(phrase: string): boolean {
  return DENIED.test(plain(phrase))
}

function isQuestion(phrase: string): boolean {
  return phrase.includes('?')
}

/** What cannot be undone asks for a spoken yes (OP-51). */
export function needsYes(command: VoiceCommand): boolean {
  return ACTION_OF[command] === 'stop'
}

/**
 * The newest delivery that the command fits; *deliveries* are newest first. None where another order's number
 * was said.
 */
export function targetOf(
  { command, orderNumber }: RecognizedCommand,
  deliveries: readonly DeliveryOut[],
): DeliveryOut | undefined {
  const newest = deliveries.find((delivery) => fits(delivery, ACTION_OF[command]))
  return orderNumber === null || newest?.order_number === orderNumber ? newest : undefined
}

function plain(phrase: string): string {
  return phrase
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .replaceAll(/[^a-z0-9' ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
