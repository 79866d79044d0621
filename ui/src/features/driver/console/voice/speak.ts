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
