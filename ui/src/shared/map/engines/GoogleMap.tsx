/// <reference types="google.maps" />
import { APIProvider, ColorScheme, Map as GMap, Polyline, useMap } from '@vis.gl/react-google-maps'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { EngineHandle, EngineProps, MapType } from '../engine'
import {
  boundsOf,
  type Camera,
  cameraFor,
  type LatLng,
  MAX_ZOOM,
  NEW_YORK,
  project,
  roomy,
  unproject,
} from '../geometry'
import { useGlide } from '../glide'
import { DriverPin, DropoffPin, PickupPin, SpotPin, YouPin } from '../Pins'
import type { MapDriver, MapRoute } from '../props'
import { MAP_RETRIES } from '../retries'
import { ROUTE_COLORS } from '../routeColors'
import classes from './GoogleMap.module.css'

const TYPE_IDS: Record<MapType, string> = {
  map: 'roadmap',
  satellite: 'satellite',
  hybrid: 'hybrid',
  terrain: 'terrain',
}

const REFUSED = 'Google refused the maps key of this site.'
const NOT_LOADED = 'Google Maps could not be loaded. Check the connection.'

/** Google's map with the same pins, routes and camera; its script is asked for four times. */
export default function GoogleMap({ apiKey, ...props }: EngineProps & { apiKey: string }) {
  const [attempt, setAttempt] = useState(0)
  const { onFail } = props
  useKeyRefusal(() => onFail(REFUSED))
  return (
    <APIProvider
      key={attempt}
      apiKey={apiKey}
      authReferrerPolicy="origin"
      disableUsageAttribution
      onError={() => (attempt < MAP_RETRIES ? setAttempt(attempt + 1) : onFail(NOT_LOADED))}
    >
      <Drawn {...props} />
    </APIProvider>
  )
}

/** Google tells of a key that it refuses through one global function only. */
function useKeyRefusal(refused: () => void) {
  const onRefused = useEffectEvent(refused)
  useEffect(() => {
    const page = window as { gm_authFailure?: () => void }
    page.gm_authFailure = () => onRefused()
    return () => {
      delete page.gm_authFailure
    }
  }, [])
}

function Drawn(props: EngineProps) {
  const { scene, scheme, type, picking } = props
  const byHand = () => props.onMovedByHand()
  return (
    <div className={classes.map} onWheelCapture={byHand} onDoubleClickCapture={byHand}>
      <GMap
        defaultBounds={NEW_YORK}
        maxZoom={MAX_ZOOM}
        mapTypeId={TYPE_IDS[type]}
        colorScheme={scheme === 'dark' ? ColorScheme.DARK : ColorScheme.LIGHT}
        gestureHandling="greedy"
        disableDefaultUI
        clickableIcons={false}
        keyboardShortcuts
        draggableCursor={picking ? 'crosshair' : null}
        onDragstart={byHand}
        onClick={({ detail }) => {
          if (picking && detail.latLng) props.onPick(detail.latLng)
        }}
      >
        <Ready onReady={props.onReady} />
        {scene.routes.map((route, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: routes are told apart by their order
          <RouteLine key={index} route={route} scheme={scheme} />
        ))}
        {scene.spots?.map((spot) => (
          <Overlay key={spot.id} at={spot}>
            <SpotPin kind={spot.kind} label={spot.label} />
          </Overlay>
        ))}
        {scene.you && (
          <Overlay at={scene.you}>
            <YouPin />
          </Overlay>
        )}
        {scene.pickup && (
          <Overlay at={scene.pickup}>
            <PickupPin />
          </Overlay>
        )}
        {scene.dropoff && (
          <Overlay at={scene.dropoff}>
            <DropoffPin />
          </Overlay>
        )}
        {scene.driver && <DriverOverlay driver={scene.driver} />}
      </GMap>
    </div>
  )
}

function DriverOverlay({ driver }: { driver: MapDriver }) {
  const pose = useGlide(driver)
  return (
    <Overlay at={pose}>
      <DriverPin heading={pose.heading} label={driver.label ?? 'Driver'} />
    </Overlay>
  )
}

/** Google dots a line by repeating a symbol along an invisible one. */
function RouteLine({ route, scheme }: { route: MapRoute; scheme: 'light' | 'dark' }) {
  const colors = ROUTE_COLORS[scheme]
  const color = route.chosen ? colors.chosen : colors.other
  const zIndex = route.chosen ? 2 : 1
  if (!route.approximate) {
    return <Polyline path={route.polyline} strokeColor={color} strokeWeight={5} zIndex={zIndex} />
  }
  const dot = { path: 'M0,0 0,0.1', strokeOpacity: 1, strokeColor: color, scale: 5 }
  return (
    <Polyline
      path={route.polyline}
      strokeOpacity={0}
      icons={[{ icon: dot, offset: '0', repeat: '11px' }]}
      zIndex={zIndex}
    />
  )
}

/** One of our pins on Google's map: its own pins would need a map id of the site's account. */
function Overlay({ at, children }: { at: LatLng; children: ReactNode }) {
  const map = useMap()
  const [box] = useState(() => document.createElement('div'))
  const place = useRef(at)
  const drawn = useRef<google.maps.OverlayView | null>(null)
  useEffect(() => {
    if (!map) return
    const overlay = new google.maps.OverlayView()
    overlay.onAdd = () => overlay.getPanes()?.overlayMouseTarget.append(box)
    overlay.onRemove = () => box.remove()
    overlay.draw = () => {
      const pixel = overlay.getProjection()?.fromLatLngToDivPixel(place.current)
      if (!pixel) return
      box.style.cssText = `position:absolute;left:${pixel.x}px;top:${pixel.y}px;translate:-50% -50%`
    }
    overlay.setMap(map)
    drawn.current = overlay
    return () => overlay.setMap(null)
  }, [map, box])
  const { lat, lng } = at
  useEffect(() => {
    place.current = { lat, lng }
    drawn.current?.draw()
  }, [lat, lng])
  return createPortal(children, box)
}

function Ready({ onReady }: { onReady: (handle: EngineHandle) => void }) {
  const map = useMap()
  const ready = useEffectEvent(onReady)
  useEffect(() => {
    if (!map) return
    const listener = google.maps.event.addListenerOnce(map, 'tilesloaded', () =>
      ready(handleOf(map)),
    )
    return () => listener.remove()
  }, [map])
  return null
}

/** For one scale Google counts one zoom more than MapLibre, by which our geometry counts. */
const ZOOM_AHEAD = 1

function handleOf(map: google.maps.Map): EngineHandle {
  const size = () => {
    const { clientWidth: width, clientHeight: height } = map.getDiv()
    return { width, height }
  }
  const camera = (): Camera => {
    const center = map.getCenter()?.toJSON() ?? { lat: 0, lng: 0 }
    return { center, zoom: (map.getZoom() ?? MAX_ZOOM) - ZOOM_AHEAD }
  }
  return {
    zoomBy: (steps) => map.setZoom(Math.min(MAX_ZOOM, (map.getZoom() ?? 0) + steps)),
    fit: (points, padding, { exact }) => {
      const box = boundsOf(points) ?? NEW_YORK
      const bounds = exact ? box : roomy(box)
      const { zoom } = cameraFor(bounds, size(), padding)
      // Its pictures come in whole zooms only, so the middle is found again at the one below.
      const whole = Math.min(MAX_ZOOM, Math.floor(zoom + ZOOM_AHEAD))
      const { center } = cameraFor(bounds, size(), padding, whole - ZOOM_AHEAD)
      map.moveCamera({ center, zoom: whole })
    },
    shows: (point, padding) => {
      const { x, y } = project(point, camera(), size())
      const { width, height } = size()
      const across = x >= padding.left && x <= width - padding.right
      return across && y >= padding.top && y <= height - padding.bottom
    },
    middle: (padding) => {
      const { width, height } = size()
      const x = (padding.left + width - padding.right) / 2
      const y = (padding.top + height - padding.bottom) / 2
      return unproject({ x, y }, camera(), size())
    },
  }
}
