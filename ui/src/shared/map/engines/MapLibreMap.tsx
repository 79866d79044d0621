import 'maplibre-gl/dist/maplibre-gl.css'
import { useReducedMotion } from '@mantine/hooks'
import { Map as GLMap, Layer, type MapRef, Marker, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type ReactNode, useMemo, useRef } from 'react'
import type { Basemap } from '../basemap/basemap'
import { basemapStyle, FIRST_LABEL, PLAIN_FONT } from '../basemap/style'
import type { EngineHandle, EngineProps, Scene } from '../engine'
import {
  boundsOf,
  cameraFor,
  type Edges,
  type LatLng,
  MAX_ZOOM,
  NEW_YORK,
  roomy,
} from '../geometry'
import { useGlide } from '../glide'
import { DriverPin, DropoffPin, PickupPin, SpotPin, YouPin } from '../Pins'
import type { MapDriver, MapRoute } from '../props'
import { ROUTE_COLORS } from '../routeColors'
import classes from './MapLibreMap.module.css'

setWorkerUrl(workerUrl)

/** In MapLibre's counting, where the world is 512 pixels wide at 0. */
const FARTHEST_OUT = 3
const CAMERA_MS = 600

/** MapLibre's map: over the bundled basemap, or over a style of somebody else's. */
export default function MapLibreMap(
  props: EngineProps & { basemap: Basemap | null; styleUrl: string | null },
) {
  const { scene, scheme, basemap, styleUrl, decorative } = props
  const ref = useRef<MapRef>(null)
  const still = useReducedMotion()
  const style = useMemo(
    () => (basemap ? basemapStyle(scheme, basemap, { besideWords: decorative }) : (styleUrl ?? '')),
    [basemap, styleUrl, scheme, decorative],
  )
  const loaded = useRef(false)
  return (
    <GLMap
      ref={ref}
      mapStyle={style}
      styleDiffing={basemap !== null}
      initialViewState={{ bounds: corners(NEW_YORK) }}
      maxZoom={MAX_ZOOM}
      minZoom={FARTHEST_OUT}
      dragRotate={false}
      scrollZoom={!props.decorative}
      doubleClickZoom={!props.decorative}
      keyboard={!props.decorative}
      dragPan={!props.decorative || !isTouch()}
      pitchWithRotate={false}
      touchPitch={false}
      renderWorldCopies={false}
      attributionControl={basemap ? false : { compact: true }}
      fadeDuration={still ? 0 : 200}
      cursor={props.picking ? 'crosshair' : 'grab'}
      locale={{ 'Map.Title': `${props.label}, movable` }}
      onLoad={({ target }) => {
        target.touchZoomRotate.disableRotation()
        target.keyboard.disableRotation()
        if (props.decorative) target.getCanvas().tabIndex = -1
        loaded.current = true
        props.onReady(handleOf(target, still ?? false))
      }}
      onError={() => {
        if (!loaded.current) props.onFail('The map could not be loaded.')
      }}
      onMoveStart={(event) => {
        if (event.originalEvent) props.onMovedByHand()
      }}
      onClick={(event) => {
        if (props.picking) props.onPick({ lat: event.lngLat.lat, lng: event.lngLat.lng })
      }}
    >
      <Routes
        routes={scene.routes}
        scheme={scheme}
        {...(basemap ? { beforeId: FIRST_LABEL } : {})}
      />
      {basemap && <PinSpace scene={scene} />}
      {scene.spots?.map((spot) => (
        <Pin key={spot.id} at={spot}>
          <SpotPin kind={spot.kind} label={spot.label} />
        </Pin>
      ))}
      {scene.you && (
        <Pin at={scene.you}>
          <YouPin />
        </Pin>
      )}
      {scene.pickup && (
        <Pin at={scene.pickup}>
          <PickupPin />
        </Pin>
      )}
      {scene.dropoff && (
        <Pin at={scene.dropoff}>
          <DropoffPin />
        </Pin>
      )}
      {scene.driver && <DriverMarker driver={scene.driver} />}
    </GLMap>
  )
}

/** Unseen text under each pin: names of places make room for it, as they do for each other. */
function PinSpace({ scene: { pickup, dropoff, you } }: { scene: Scene }) {
  const data: FeatureCollection = {
    type: 'FeatureCollection',
    features: [pickup, dropoff, you]
      .filter((place) => place != null)
      .map(({ lat, lng }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
  }
  return (
    <Source id="pins" type="geojson" data={data}>
      <Layer
        id="pin-space"
        type="symbol"
        layout={{
          'text-field': 'O',
          'text-font': PLAIN_FONT,
          'text-size': 26,
          'text-padding': 4,
          'text-allow-overlap': true,
        }}
        paint={{ 'text-opacity': 0 }}
      />
    </Source>
  )
}

/** Where a finger scrolls the page, an ornament must not catch it. */
function isTouch(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

function Pin({ at, children }: { at: LatLng; children: ReactNode }) {
  return (
    <Marker longitude={at.lng} latitude={at.lat} className={classes.marker}>
      {children}
    </Marker>
  )
}

function DriverMarker({ driver }: { driver: MapDriver }) {
  const pose = useGlide(driver)
  return (
    <Marker longitude={pose.lng} latitude={pose.lat} className={classes.driver}>
      <DriverPin heading={pose.heading} label={driver.label ?? 'Driver'} />
    </Marker>
  )
}

/** Alternatives lie below; what is only estimated is dotted, along with its bed. */
function Routes({
  routes,
  scheme,
  beforeId,
}: {
  routes: ReadonlyArray<MapRoute>
  scheme: 'light' | 'dark'
  beforeId?: string
}) {
  const data = useMemo<FeatureCollection>(() => asFeatures(routes), [routes])
  const colors = ROUTE_COLORS[scheme]
  const layers = [
    { id: 'alternative-casing', of: { chosen: false }, color: colors.bed, width: 8 },
    {
      id: 'alternative',
      of: { chosen: false, approximate: false },
      color: colors.other,
      width: 4.5,
    },
    {
      id: 'alternative-guess',
      of: { chosen: false, approximate: true },
      color: colors.other,
      width: 4,
    },
    { id: 'chosen-casing', of: { chosen: true }, color: colors.bed, width: 10 },
    { id: 'chosen', of: { chosen: true, approximate: false }, color: colors.chosen, width: 5.5 },
    { id: 'chosen-guess', of: { chosen: true, approximate: true }, color: colors.chosen, width: 5 },
  ]
  return (
    <Source id="routes" type="geojson" data={data} tolerance={0.2}>
      {layers.map(({ id, of, color, width }) => (
        <Layer
          key={id}
          id={`route-${id}`}
          type="line"
          {...(beforeId ? { beforeId } : {})}
          filter={[
            'all',
            ...Object.entries(of).map(([name, value]): ['==', ['get', string], boolean] => [
              '==',
              ['get', name],
              value,
            ]),
          ]}
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{
            'line-color': color,
            'line-width': width,
            ...(id.endsWith('guess') ? { 'line-dasharray': [0.1, 2] } : {}),
          }}
        />
      ))}
    </Source>
  )
}

function asFeatures(routes: ReadonlyArray<MapRoute>): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: routes.map(({ polyline, approximate, chosen }) => ({
      type: 'Feature',
      properties: { approximate, chosen },
      geometry: { type: 'LineString', coordinates: polyline.map(({ lat, lng }) => [lng, lat]) },
    })),
  }
}

type GL = ReturnType<MapRef['getMap']>

function handleOf(map: GL, still: boolean): EngineHandle {
  const size = () => {
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    return { width, height }
  }
  return {
    zoomBy: (steps) => {
      map.easeTo({ zoom: map.getZoom() + steps, duration: still ? 0 : 200 })
    },
    fit: (points, padding, { animate, exact }) => {
      map.resize()
      const box = boundsOf(points) ?? NEW_YORK
      const camera = cameraFor(exact ? box : roomy(box), size(), padding)
      map.easeTo({
        center: camera.center,
        zoom: camera.zoom,
        duration: animate && !still ? CAMERA_MS : 0,
      })
    },
    shows: (point, padding) => {
      const { x, y } = map.project(point)
      const { width, height } = size()
      return (
        x >= padding.left &&
        x <= width - padding.right &&
        y >= padding.top &&
        y <= height - padding.bottom
      )
    },
    middle: (padding) => {
      const { lat, lng } = map.unproject(middlePixel(size(), padding))
      return { lat, lng }
    },
  }
}

function middlePixel(size: { width: number; height: number }, padding: Edges): [number, number] {
  return [
    (padding.left + size.width - padding.right) / 2,
    (padding.top + size.height - padding.bottom) / 2,
  ]
}

function corners(bounds: typeof NEW_YORK): [number, number, number, number] {
  return [bounds.west, bounds.south, bounds.east, bounds.north]
}
