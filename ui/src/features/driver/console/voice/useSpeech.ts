import { type RefObject, useCallback, useRef, useState } from 'react'
import type { Listener } from './listener'

/** Says sentences, last of all *said*; meanwhile the listener is deaf to them. */
export function useSpeech(listener: RefObject<Listener | null>) {
  const [spoken, setSpoken] = useState('')
  const speaking = useRef<Promise<void>>(Promise.resolve())

  /** At once, whatever was being said. */
  const say = useCallback(
    async (sentence: string) => {
      setSpoken(sentence)
      // It must not take its own words for the driver's.
      const ears = listener.current
      ears?.stop()
      const now = speak(sentence)
      speaking.current = now
      await now
      const isLast = speaking.current === now
      if (isLast && ears !== null && listener.current === ears) ears.start()
    },
    [listener],
  )

  /** Once nothing else is being said. */
  const sayNext = useCallback(
    async (sentence: string) => {
      let before: Promise<void> | undefined
      while (before !== speaking.current) {
        before = speaking.current
        await before
      }
      await say(sentence)
    },
    [say],
  )
  return { spoken, say, sayNext }
}

/** Says it aloud, and resolves once it is said; at once where the browser cannot speak. */
export function speak(sentence: string): Promise<void> {
  const { speechSynthesis, SpeechSynthesisUtterance } = window
  if (!speechSynthesis || !SpeechSynthesisUtterance) return Promise.resolve()
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.lang = 'en-US'
    utterance.onend = () => resolve()
    utterance.onerror = () => resolve()
    // What is said now counts, not what was still to be said.
    speechSynthesis.cancel()
    speechSynthesis.speak(utterance)
  })
}
