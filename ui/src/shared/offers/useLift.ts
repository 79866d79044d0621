import { type RefObject, useLayoutEffect } from 'react'

/** The answers of a request, and the next step of a job in hand. */
const PRESSED = '[data-answers], [data-thumb]'
const GAP_PX = 8

/**
 * How far up from the lower edge the bar stands so that it covers no request's answers and no job's step. They
 * keep their place: it is the bar that goes out of their way.
 */
export function useLift(bar: RefObject<HTMLElement | null>): void {
  // Without a state: each look decides anew, and never asks for another one.
  useLayoutEffect(() => {
    const look = () => {
      if (!bar.current) return
      bar.current.style.translate = `0 ${-liftOf(bar.current)}px`
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  })
}

function liftOf(element: HTMLElement): number {
  element.style.translate = ''
  const bar = element.getBoundingClientRect()
  const { top, bottom } = bar
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
