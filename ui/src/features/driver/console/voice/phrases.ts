import type { ActionKind, DeliveryOut } from '@/api/generated/types.gen'
import { fits } from '../projection'

export type VoiceCommand = 'start' | 'stop' | 'confirm_pickup' | 'confirm_delivery'

/** OP-51, with the small words that people put in between. */
const PHRASES: [VoiceCommand, RegExp][] = [
  ['start', /\b(start|begin) (the |my |this )?delivery\b/],
  ['stop', /\b(stop|end|finish) (the |my |this )?delivery\b/],
  ['confirm_pickup', /\bconfirm (the |my |this )?pick ?up\b|\bpicked (it |them |everything )?up\b/],
  ['confirm_delivery', /\bconfirm (the |my |this )?delivery\b|\bdelivered\b/],
]
/** A denial among the guesses: some recognizers leave the apostrophe out. */
const DENIED =
  /n't\b|\b(not|no|nope|nah|never|nobody|no one|none|nothing|cannot|without|wait|cancel|almost|nearly|yet|(ca|wo|is|are|was|were|has|have|had|did|does|do|should|could|would|must)nt)\b/
const ASKED = /\b(have|has|am|is|are) (i|we|you|it|they|everything)\b/
/**
 * What may stand beside a command. Whoever says more than that tells a story, asks, or speaks of what may
 * come: "I picked up the phone", "should I confirm delivery?", "when it is delivered".
 */
const BESIDE_A_COMMAND = new Set(
  "hey okay ok please thanks thank you yes yeah yep now just all right go ahead and let's lets let me i i'm im i've ive have we've weve we am it it's its is has been that's thats that this everything them the order number".split(
    ' ',
  ),
)
const YES = new Set(['yes', 'yeah', 'yep', 'yup'])
/** What may stand beside a yes; "yes, if they open" and "yes, in a minute" are none. */
const BESIDE_A_YES = new Set([
  ...YES,
  ...BESIDE_A_COMMAND,
  ...'sure correct do did done finished complete completed confirm confirmed delivered delivery sir'.split(
    ' ',
  ),
])

/** What each says to a driver who looks for words. */
export const EXAMPLES = ['Start delivery', 'Picked up', 'Stop delivery', 'Delivered']

export const ACTION_OF: Record<VoiceCommand, ActionKind> = {
  start: 'start',
  stop: 'stop',
  confirm_pickup: 'confirm_pickup',
  confirm_delivery: 'stop',
}

/** The command among the guesses of what was said, likeliest first; a denial among them outweighs all. */
export function commandAmong(guesses: readonly string[]): VoiceCommand | null {
  if (guesses.some((guess) => DENIED.test(plain(guess)))) return null
  return guesses.map(commandIn).find((command) => command !== null) ?? null
}

export function commandIn(phrase: string): VoiceCommand | null {
  const words = plain(phrase)
  if (DENIED.test(words) || ASKED.test(words)) return null
  const found = PHRASES.find(([, phrase]) => phrase.test(words))
  if (!found) return null
  const [command, spoken] = found
  return isAllOf(words.replace(spoken, ' '), BESIDE_A_COMMAND) ? command : null
}

/**
 * The answer to a question; null for anything else that was said. "Yeah, I can't" is no yes, and neither is
 * one with a condition.
 */
export function answerIn(phrase: string): boolean | null {
  const words = plain(phrase)
  if (DENIED.test(words)) return false
  const isYes = words.split(' ').some((word) => YES.has(word))
  return isYes && isAllOf(words, BESIDE_A_YES) && !ASKED.test(words) ? true : null
}

function isAllOf(words: string, known: ReadonlySet<string>): boolean {
  return words.split(' ').every((word) => word === '' || known.has(word))
}

/** What cannot be undone asks for a spoken yes (OP-51). */
export function needsYes(command: VoiceCommand): boolean {
  return ACTION_OF[command] === 'stop'
}

/** The newest delivery that the command fits; *deliveries* are newest first. */
export function targetOf(
  command: VoiceCommand,
  deliveries: readonly DeliveryOut[],
): DeliveryOut | undefined {
  return deliveries.find((delivery) => fits(delivery, ACTION_OF[command]))
}

function plain(phrase: string): string {
  return phrase
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^a-z' ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
