import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type EngineHandle, placesOf, type Scene } from './engine'
import type { Bounds, Edges, LatLng } from './geometry'

/** Pins are drawn around their point, so points keep away from the edge. */
const MARGIN = 56
const SMALL_MARGIN = 28

interface Watched {
  frame: RefObject<HTMLElement | null>
  handle: EngineHandle | null
  scene: Scene
  edges: Edges
  bounds: Bounds | undefined
  near: LatLng | null | undefined
  picking: boolean
}

/**
 * Keeps the whole trip in sight until somebody moves the map; from then on it is theirs, until they
 * ask to be taken back or the trip becomes another one.
 */
export function useCamera(watched: Watched) {
  const { frame, handle, scene, edges, bounds, picking } = watched
  const [astray, setAstray] = useState(false)
  const framed = useRef(false)

  const frameTrip = useEffectEvent((animate: boolean) => {
    const margin = bounds ? 0 : MARGIN
    handle?.fit(goalOf(watched), within(edges, frame.current, margin), {
      animate,
      exact: bounds !== undefined,
    })
  })
  const showTrip = useEffectEvent(() => {
    const isVisible = goalOf(watched).every((place) => handle?.shows(place, edges))
    // Who points at places has the map where they want it.
    if (picking && framed.current && isVisible) return
    frameTrip(framed.current)
    framed.current = true
    setAstray(false)
  })
  const followDriver = useEffectEvent((driver: LatLng) => {
    if (
      !bounds &&
      !astray &&
      handle &&
      !handle.shows(driver, within(edges, frame.current, SMALL_MARGIN))
    ) {
      frameTrip(true)
    }
  })
  const onResize = useEffectEvent(() => {
    if (!astray) frameTrip(false)
  })

  const trip = tripKey(scene)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trip is what it waits for
  useEffect(() => {
    if (handle) showTrip()
    else framed.current = false
  }, [handle, trip])

  const { driver } = scene
  const [lat, lng] = [driver?.lat, driver?.lng]
  useEffect(() => {
    if (handle && lat !== undefined && lng !== undefined) followDriver({ lat, lng })
  }, [handle, lat, lng])

  const { left, right, top, bottom } = edges
  // biome-ignore lint/correctness/useExhaustiveDependencies: what floats over the map has moved
  useEffect(() => {
    if (handle && framed.current) onResize()
  }, [handle, left, right, top, bottom])

  useEffect(() => {
    const box = frame.current
    if (!handle || !box) return
    const observer = new ResizeObserver(() => onResize())
    observer.observe(box)
    return () => observer.disconnect()
  }, [handle, frame])

  return {
    /** The map no longer shows what it would by itself. */
    astray: astray && goalOf(watched).length > 0,
    moved: () => setAstray(true),
    recenter: () => {
      setAstray(false)
      const margin = bounds ? 0 : MARGIN
      handle?.fit(goalOf(watched), within(edges, frame.current, margin), {
        animate: true,
        exact: bounds !== undefined,
      })
    },
  }
}

function goalOf({ scene, bounds, near }: Watched): LatLng[] {
  if (bounds) {
    return [
      { lat: bounds.south, lng: bounds.west },
      { lat: bounds.north, lng: bounds.east },
    ]
  }
  const places = placesOf(scene)
  return places.length === 0 && near ? [near] : places
}

/** The free part of the map less a margin, which gives way on a small map. */
function within(edges: Edges, box: HTMLElement | null, margin: number): Edges {
  const width = (box?.clientWidth ?? 0) - edges.left - edges.right
  const height = (box?.clientHeight ?? 0) - edges.top - edges.bottom
  const across = Math.min(margin, Math.max(0, width / 6))
  const down = Math.min(margin, Math.max(0, height / 6))
  return {
    left: edges.left + across,
    right: edges.right + across,
    top: edges.top + down,
    bottom: edges.bottom + down,
  }
}

/** The same text for the same stops and the same chosen route; the driver moves within a trip. */
function tripKey({ pickup, dropoff, you, routes, driver, spots }: Scene): string {
  const chosen = routes.find((route) => route.chosen)?.polyline ?? []
  const middle = chosen[Math.floor(chosen.length / 2)]
  const alone = pickup || dropoff || driver ? null : you
  const hasSpots = Boolean(spots?.length)
  return JSON.stringify([pickup, dropoff, alone, chosen.length, middle, driver != null, hasSpots])
}
