import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { bearing, type LatLng, metresBetween } from './geometry'

/** Where a vehicle is drawn, and whither it points: degrees from north. */
export interface Pose extends LatLng {
  heading: number
}

/** A glide takes as long as the last two positions were apart, within reason. */
const SHORTEST_MS = 400
const LONGEST_MS = 8_000
/** Farther than this between two positions is a correction, not a drive. */
const JUMP_METRES = 3_000
/** Nearer than this the course between two positions is noise. */
const STILL_METRES = 6

/** *share* of the way from one heading to the other, the short way round. */
export function turned(from: number, to: number, share: number): number {
  const arc = ((((to - from) % 360) + 540) % 360) - 180
  return (from + arc * share + 360) % 360
}

/** Where a vehicle is after *share* (0 to 1) of its way; it has turned after the first third. */
export function between(from: Pose, to: Pose, share: number): Pose {
  return {
    lat: from.lat + (to.lat - from.lat) * share,
    lng: from.lng + (to.lng - from.lng) * share,
    heading: turned(from.heading, to.heading, Math.min(1, share * 3)),
  }
}

/** The pose that a new position means: its own heading, else the course driven, else as before. */
export function poseAt(fix: LatLng & { heading?: number | null }, before: Pose | null): Pose {
  const { lat, lng, heading } = fix
  if (heading != null && Number.isFinite(heading)) return { lat, lng, heading }
  if (!before) return { lat, lng, heading: 0 }
  const moved = metresBetween(before, fix) > STILL_METRES
  return { lat, lng, heading: moved ? bearing(before, fix) : before.heading }
}

/** How long the glide to the newest position should take; 0 means at once. */
export function glideTime(from: LatLng, to: LatLng, sinceLastMs: number): number {
  if (metresBetween(from, to) > JUMP_METRES) return 0
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, sinceLastMs))
}

/** A vehicle's pose at this moment: it glides from each position to the next. */
export function useGlide(fix: LatLng & { heading?: number | null }): Pose {
  const still = useReducedMotion()
  const [pose, setPose] = useState<Pose>(() => poseAt(fix, null))
  const shown = useRef(pose)
  const target = useRef(pose)
  const arrivedAt = useRef<number | null>(null)
  const { lat, lng, heading } = fix

  useEffect(() => {
    const now = performance.now()
    const from = shown.current
    const to = poseAt({ lat, lng, heading: heading ?? null }, target.current)
    const since = arrivedAt.current === null ? 0 : now - arrivedAt.current
    target.current = to
    arrivedAt.current = now
    const duration = still || since === 0 ? 0 : glideTime(from, to, since)
    let frame = 0
    const draw = (time: number) => {
      const share = duration === 0 ? 1 : Math.min(1, Math.max(0, (time - now) / duration))
      shown.current = between(from, to, share)
      setPose(shown.current)
      if (share < 1) frame = requestAnimationFrame(draw)
    }
    draw(now)
    return () => cancelAnimationFrame(frame)
  }, [lat, lng, heading, still])

  return pose
}
