import type { SceneName } from '../scenes/scenes'

/** A slide of a lesson: a drawing, and what is said while it is on. */
export type Slide = { title: string; scene: SceneName; captions: readonly string[] }

/** Each caption stays this long, so that it can be read without hurry. */
export const CAPTION_SECONDS = 20

export function slideSeconds(slide: Slide): number {
  return slide.captions.length * CAPTION_SECONDS
}

/** Where a lesson is after so many seconds: the slide, and how many of its captions are shown. */
export function placeAt(slides: readonly Slide[], seconds: number) {
  let rest = Math.max(0, seconds)
  for (const [index, slide] of slides.entries()) {
    const length = slideSeconds(slide)
    if (rest < length) return { slide: index, captions: Math.floor(rest / CAPTION_SECONDS) + 1 }
    rest -= length
  }
  const last = slides.length - 1
  return { slide: last, captions: slides[last]?.captions.length ?? 0 }
}
