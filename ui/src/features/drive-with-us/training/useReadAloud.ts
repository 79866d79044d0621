import { useEffect, useState } from 'react'

/** Has the browser's own voice read *caption*, once somebody wants it, while the lesson runs. */
export function useReadAloud(caption: string, runs: boolean) {
  const isThere = 'speechSynthesis' in window
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!isThere || !isOn || !runs) return
    const words = new SpeechSynthesisUtterance(caption)
    words.lang = 'en-US'
    window.speechSynthesis.speak(words)
    return () => window.speechSynthesis.cancel()
  }, [isThere, isOn, runs, caption])
  return { isThere, isOn, toggle: () => setOn((before) => !before) }
}
