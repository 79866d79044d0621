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
/**
 * Whoever denies, asks, or speaks of what may come wants nothing done: "I haven't picked it up yet",
 * "should I confirm delivery?", "when it is delivered". Some recognizers leave the apostrophe out.
 */
const DENIED =
  /n't\b|\b(not|no|never|nobody|no one|none|nothing|cannot|without|wait|almost|nearly|yet|(ca|wo|is|are|was|were|has|have|had|did|does|do|should|could|would|must)nt)\b/
const UNCERTAIN =
  /\b(if|when|before|after|until|unless|once|while|whether|should|shall|could|would|will|can|may|might|must|going to|gonna|about to|to be|has it|have you|have they|did|was|were|who|what|where|why|how)\b/

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
  if (DENIED.test(words) || UNCERTAIN.test(words)) return null
  return PHRASES.find(([, phrase]) => phrase.test(words))?.[0] ?? null
}

/** The answer to a question; null for anything else that was said. "Yeah, I can't" is no yes. */
export function answerIn(phrase: string): boolean | null {
  const words = plain(phrase)
  if (DENIED.test(words) || /\b(nope|cancel)\b/.test(words)) return false
  return /\b(yes|yeah|yep)\b/.test(words) ? true : null
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
