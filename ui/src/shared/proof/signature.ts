import type { SignatureOut } from '@/api/generated/types.gen'

/** A point of a drawn signature on the pad's own grid. */
export type Spot = [x: number, y: number]

/** What stands for the recipient's hand: drawn with a finger or a pen, or their name typed. */
export type Signature = { kind: 'drawn'; strokes: Spot[][] } | { kind: 'typed'; text: string }

/** The pad's grid, whatever its size on the screen; the server draws on the same one. */
export const PAD = { width: 1000, height: 400 }

/** The server takes so many strokes and so many points of all of them. */
export const MOST_STROKES = 100
export const MOST_SPOTS = 4_000

/** A finger's tremor below this is no line. */
const APART = 3

/** A place on the screen as a spot of the grid; what leaves the pad stays at its edge. */
export function spotIn(box: DOMRect, clientX: number, clientY: number): Spot {
  const part = (at: number, from: number, size: number) =>
    size > 0 ? Math.min(1, Math.max(0, (at - from) / size)) : 0
  return [
    Math.round(part(clientX, box.left, box.width) * PAD.width),
    Math.round(part(clientY, box.top, box.height) * PAD.height),
  ]
}

/** The stroke with one spot more, unless it adds nothing. */
export function lengthened(stroke: Spot[], spot: Spot): Spot[] {
  const last = stroke.at(-1)
  if (last && Math.hypot(spot[0] - last[0], spot[1] - last[1]) < APART) return stroke
  return [...stroke, spot]
}

export function spotsOf(strokes: Spot[][]): number {
  return strokes.reduce((sum, stroke) => sum + stroke.length, 0)
}

/** A stroke as the data of an SVG path; a single spot is a dot. */
export function pathOf(stroke: Spot[]): string {
  const [first, ...rest] = stroke
  if (!first) return ''
  const line = rest.length === 0 ? [`l 0 0`] : rest.map(([x, y]) => `L ${x} ${y}`)
  return [`M ${first[0]} ${first[1]}`, ...line].join(' ')
}

/** As the server tells it; null where nobody signed. */
export function signatureOf(signature: SignatureOut | null): Signature | null {
  if (signature?.text) return { kind: 'typed', text: signature.text }
  if (!signature?.strokes) return null
  const spot = ([x = 0, y = 0]: number[]): Spot => [x, y]
  return { kind: 'drawn', strokes: signature.strokes.map((stroke) => stroke.map(spot)) }
}
