import { type RefObject, useEffect, useSyncExternalStore } from 'react'

/** What of a request somebody sees: any of its card, or the two answers. */
export type Part = 'card' | 'answers'

/** Enough of it that a press meets what was meant. */
const SHARE_SEEN = { card: 0, answers: 0.75 } satisfies Record<Part, number>
/** The fixed step of a job in hand, at the foot of a phone's screen. */
const THUMB = '[data-thumb]'

let visible: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

const nameOf = (part: Part, offerId: string) => `${part}/${offerId}`

/** Whether that part of this request is on the screen just now. */
export function isVisible(part: Part, offerId: string): boolean {
  return visible.has(nameOf(part, offerId))
}

/** The same for a screen that changes with it. */
export function useVisible(): (part: Part, offerId: string) => boolean {
  const now = useSyncExternalStore(subscribe, snapshot, snapshot)
  return (part, offerId) => now.has(nameOf(part, offerId))
}

/** Tells whether *element* is seen for as long as it is shown. A browser that cannot tell sees everything. */
export function useWatched(element: RefObject<Element | null>, part: Part, offerId: string): void {
  useEffect(() => {
    const name = nameOf(part, offerId)
    const leaves = () => mark(name, false)
    const watched = element.current
    if (!watched) return
    if (typeof IntersectionObserver === 'undefined') {
      mark(name, true)
      return leaves
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting, intersectionRatio } = entries.at(-1) as IntersectionObserverEntry
        mark(name, isIntersecting && intersectionRatio >= SHARE_SEEN[part])
      },
      { threshold: [0, SHARE_SEEN[part]], rootMargin: `0px 0px -${thumbHeight()}px` },
    )
    observer.observe(watched)
    return () => {
      observer.disconnect()
      leaves()
    }
  }, [element, part, offerId])
}

/** What lies fixed over the lower edge, in pixels; beside a map it lies over nothing. */
function thumbHeight(): number {
  const thumb = document.querySelector(THUMB)
  if (!thumb || getComputedStyle(thumb).position !== 'fixed') return 0
  return Math.round(thumb.getBoundingClientRect().height)
}

function mark(name: string, isSeen: boolean): void {
  if (visible.has(name) === isSeen) return
  const after = new Set(visible)
  if (isSeen) after.add(name)
  else after.delete(name)
  visible = after
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function snapshot(): ReadonlySet<string> {
  return visible
}
