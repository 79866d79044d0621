import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { getStatusOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { BrowserMapOut } from '@/api/generated/types.gen'
import { besidesTheButtons, besidesTheCorner } from './corner'
import type { EngineHandle, MapType } from './engine'
import { BUNDLED, loadEngine } from './loadEngine'
import { MapControls } from './MapControls'
import { MapLegend } from './MapLegend'
import { MapPreview } from './MapPreview'
import classes from './MapView.module.css'
import type { MapViewProps } from './props'
import { useAwake } from './useAwake'
import { useCamera } from './useCamera'
import { useFullscreen } from './useFullscreen'
import { useSteadyRoutes } from './useSteadyRoutes'

export type { LatLng } from './geometry'
export type { MapDriver, MapRoute, MapSpot, MapViewProps } from './props'

const NO_ROUTES: NonNullable<MapViewProps['routes']> = []
/** Which map is photographed and has relief too (MAP-19). */
const HAS_TYPES: Record<BrowserMapOut['engine'], boolean> = {
  google: true,
  style: false,
  bundled: false,
}
const NO_EDGES = { left: 0, right: 0, top: 0, bottom: 0 }

const HOW_TO_MOVE = 'Arrow keys move the map, plus and minus zoom.'
const HOW_TO_PICK = 'Enter picks the point under the crosshair.'

/**
 * A map of a trip: its stops, its routes and its driver. It starts once it is seen and the browser
 * is idle; before that a still picture stands in the same box, and where nothing can be drawn the
 * Map Preview.
 */
export function MapView(props: MapViewProps) {
  const { label, pickup, dropoff, driver, you, onPick, info } = props
  const routes = useSteadyRoutes(props.routes ?? NO_ROUTES)
  const frame = useRef<HTMLElement>(null)
  const awake = useAwake(frame)
  const settings = useMapSettings()
  // Another company's map is asked for, and paid for, only where it is of use.
  const maps = props.decorative ? BUNDLED : settings
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [type, setType] = useState<MapType>('map')
  const [handle, setHandle] = useState<EngineHandle | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const fullscreen = useFullscreen(frame)
  const help = useId()

  const scene = { pickup, dropoff, driver, you, spots: props.spots, routes }
  const edges = { ...NO_EDGES, ...props.padding }
  const corner = useElementSize()
  const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
  const unbuttoned = props.decorative ? edges : besidesTheButtons(edges)
  const free = besidesTheCorner(unbuttoned, corner, { width: clientWidth, height: clientHeight })
  const picking = onPick !== undefined
  const { bounds, near } = props
  const camera = useCamera({ frame, handle, scene, edges: free, bounds, near, picking })
  const engine = useQuery({
    queryKey: ['map engine', maps],
    queryFn: () => loadEngine(maps ?? BUNDLED),
    enabled: awake && maps !== undefined,
    networkMode: 'always',
    staleTime: (query) => (query.state.data && 'Engine' in query.state.data ? Infinity : 0),
    refetchOnWindowFocus: false,
    retry: false,
  })

  const loaded = engine.data
  const reason = failure ?? (loaded && 'reason' in loaded ? loaded.reason : null)
  const Engine = reason === null && loaded && 'Engine' in loaded ? loaded.Engine : null
  const canRetry = failure !== null || Boolean(loaded && 'retry' in loaded && loaded.retry)
  const tryAgain = () => {
    setFailure(null)
    setHandle(null)
    if (!failure) void engine.refetch()
  }

  const pickByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onPick || !handle || isControl(event.target)) return
    event.preventDefault()
    onPick(handle.middle(edges))
  }

  return (
    <section
      ref={frame}
      className={classes.frame}
      data-fill={props.fill || undefined}
      data-covering={fullscreen.covering || undefined}
      data-picking={onPick ? true : undefined}
      aria-label={label}
      aria-describedby={Engine ? help : undefined}
      style={asVariables(edges)}
      onKeyDown={pickByKey}
    >
      <div className={classes.still} data-gone={handle || reason ? true : undefined} />
      {reason !== null && !props.decorative && (
        <MapPreview
          scene={scene}
          padding={edges}
          engine={maps?.engine ?? 'bundled'}
          reason={reason}
          onPick={onPick}
          onTryAgain={canRetry ? tryAgain : undefined}
        />
      )}
      {Engine && (
        <div className={classes.stage} data-ready={handle ? true : undefined}>
          <Engine
            label={label}
            scene={scene}
            scheme={scheme}
            type={type}
            picking={picking}
            decorative={props.decorative ?? false}
            onReady={(drawn) => {
              setHandle(drawn)
              props.onReady?.()
            }}
            onFail={setFailure}
            onPick={(point) => onPick?.(point)}
            onMovedByHand={camera.moved}
          />
        </div>
      )}
      {Engine && onPick && <div className={classes.crosshair} aria-hidden="true" />}
      <p id={help} className={classes.help}>
        {HOW_TO_MOVE} {onPick && HOW_TO_PICK}
      </p>
      <MapControls
        type={type}
        onType={props.withTypes && HAS_TYPES[maps?.engine ?? 'bundled'] ? setType : undefined}
        fullscreen={props.withFullscreen ? fullscreen : undefined}
        onZoom={
          handle && reason === null && !props.decorative
            ? (steps) => {
                camera.moved()
                handle.zoomBy(steps)
              }
            : undefined
        }
        onRecenter={camera.astray && !props.decorative ? camera.recenter : undefined}
      />
      <div className={classes.corner} ref={corner.ref}>
        {routes.some((route) => route.chosen && route.approximate) && (
          <p className={classes.approximate}>
            <span aria-hidden="true" className={classes.dots} />
            Approximate route
          </p>
        )}
        {props.withLegend && <MapLegend />}
        {info && <div className={classes.info}>{info}</div>}
      </div>
      {Engine && maps?.engine === 'bundled' && !props.decorative && (
        <p className={classes.credit}>Schematic map. NYC Open Data, U.S. Census Bureau</p>
      )}
    </section>
  )
}

/** The bundled map also where the server does not say, because it cannot be reached. */
function useMapSettings(): BrowserMapOut | undefined {
  const { data, fetchStatus } = useQuery({
    ...getStatusOptions(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return data.maps ?? BUNDLED
  return fetchStatus === 'fetching' ? undefined : BUNDLED
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, summary') !== null
}

function asVariables(edges: typeof NO_EDGES): CSSProperties {
  return {
    '--map-left': `${edges.left}px`,
    '--map-right': `${edges.right}px`,
    '--map-top': `${edges.top}px`,
    '--map-bottom': `${edges.bottom}px`,
  } as CSSProperties
}
