import { act } from '@testing-library/react'
import { vi } from 'vitest'

type Watch = { element: Element; tell: (share: number) => void }

/** A screen on which nothing is in sight until a test says so. */
export function aScreen() {
  const watched = new Set<Watch>()
  class Observer {
    readonly own = new Set<Watch>()
    constructor(readonly changed: (entries: unknown[]) => void) {}
    observe(element: Element) {
      const tell = (share: number) =>
        this.changed([{ target: element, isIntersecting: share > 0, intersectionRatio: share }])
      const watch = { element, tell }
      this.own.add(watch)
      watched.add(watch)
    }
    disconnect() {
      for (const watch of this.own) watched.delete(watch)
    }
    unobserve() {
      this.disconnect()
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const say = (element: Element, share: number) =>
    act(async () => {
      for (const watch of watched) if (element.contains(watch.element)) watch.tell(share)
    })
  return {
    shows: (element: Element) => say(element, 1),
    hides: (element: Element) => say(element, 0),
  }
}
