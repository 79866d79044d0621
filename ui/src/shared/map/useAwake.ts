import { type RefObject, useEffect, useState } from 'react'

const LONGEST_WAIT_MS = 2_000

interface Sleep {
  /** Asked once the browser is idle: whether the box may wake by itself, before anybody touches it. */
  mayWake?: () => boolean
}

const always = () => true

/**
 * True once the box is on the screen and the browser is idle or somebody reaches for it: starting a
 * map blocks a slow machine for a second, which must not hold up the page around it.
 */
export function useAwake(
  box: RefObject<HTMLElement | null>,
  { mayWake = always }: Sleep = {},
): boolean {
  const [awake, setAwake] = useState(false)
  useEffect(() => {
    const element = box.current
    if (awake || !element) return
    const wake = () => setAwake(true)
    let forget = () => {}
    const whenVisible = () => {
      forget = whenIdle(() => {
        if (mayWake()) wake()
      })
    }
    const stop = whenSeen(element, whenVisible)
    for (const touch of TOUCHES)
      element.addEventListener(touch, wake, { once: true, passive: true })
    return () => {
      stop()
      forget()
      for (const touch of TOUCHES) element.removeEventListener(touch, wake)
    }
  }, [awake, box, mayWake])
  return awake
}

const TOUCHES = ['pointerdown', 'pointerenter', 'focusin'] as const

function whenSeen(element: HTMLElement, seen: () => void): () => void {
  if (!('IntersectionObserver' in window)) {
    seen()
    return () => {}
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      seen()
    },
    { rootMargin: '120px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** The page itself comes first: its scripts, pictures and fonts. */
function whenIdle(idle: () => void): () => void {
  if (document.readyState === 'complete') return whenThreadIdle(idle)
  let forget = () => {}
  const onLoad = () => {
    forget = whenThreadIdle(idle)
  }
  window.addEventListener('load', onLoad, { once: true })
  return () => {
    window.removeEventListener('load', onLoad)
    forget()
  }
}

/** Safari has no idle callback. */
function whenThreadIdle(idle: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(idle, 200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(idle, { timeout: LONGEST_WAIT_MS })
  return () => window.cancelIdleCallback(handle)
}
