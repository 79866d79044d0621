import { type RefObject, useLayoutEffect, useState } from 'react'

/** The answers of a request, and the next step of a job in hand. */
const PRESSED = '[data-answers], [data-thumb]'
const GAP_PX = 8

/**
 * How far up from the lower edge the bar stands so that it covers no request's answers and no job's step. They
 * keep their place: it is the bar that goes out of their way.
 */
export function useLift(bar: RefObject<HTMLElement | null>): number {
  const [lift, setLift] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      if (!bar.current) return
      const after = liftOf(bar.current.getBoundingClientRect(), lift)
      // Less than a pixel is how the browser rounds.
      if (Math.abs(after - lift) >= 1) setLift(after)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  })
  return lift
}

function liftOf(bar: DOMRect, before: number): number {
  const [top, bottom] = [bar.top + before, bar.bottom + before]
  const rows = [...document.querySelectorAll(PRESSED)]
    .map((row) => row.getBoundingClientRect())
    .filter((row) => row.left < bar.right && row.right > bar.left)
    .toSorted((a, b) => b.bottom - a.bottom)
  let lift = 0
  for (const row of rows) {
    if (row.bottom > top - lift && row.top < bottom - lift) lift = bottom - row.top + GAP_PX
  }
  return lift
}
