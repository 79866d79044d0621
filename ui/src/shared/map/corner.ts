import type { Edges } from './geometry'

interface Size {
  width: number
  height: number
}

/** Below what stands in the corner, and left of it, together with some air, in pixels. */
const BELOW = 32
const BESIDE = 24
/** The buttons at the right edge are so much wider than the margin that every trip has. */
const BUTTONS = 24
/** So much of the map is the trip's, whatever stands in its corner. */
const AT_LEAST = 0.55

/**
 * The part of the map that no label in its lower left corner covers, so that no pin lies under one: above the
 * corner or right of it, whichever is larger.
 */
export function besidesTheCorner(edges: Edges, corner: Size, map: Size): Edges {
  const width = map.width - edges.left - edges.right
  const height = map.height - edges.top - edges.bottom
  if (corner.height === 0 || width <= 0 || height <= 0) return edges
  const above = Math.max(height - corner.height - BELOW, height * AT_LEAST)
  const right = Math.max(width - corner.width - BESIDE, width * AT_LEAST)
  return above * width >= right * height
    ? { ...edges, bottom: edges.bottom + height - above }
    : { ...edges, left: edges.left + width - right }
}

/** The part of the map left of its buttons, so that no pin lies under one. */
export function besidesTheButtons(edges: Edges): Edges {
  return { ...edges, right: edges.right + BUTTONS }
}
