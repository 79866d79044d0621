import { lazy, type Ref, Suspense, useRef } from 'react'
import classes from './MapView.module.css'
import type { MapViewProps } from './props'
import { useAwake } from './useAwake'

const MapView = lazy(async () => ({ default: (await import('./MapView')).MapView }))

/** A MapView whose parts are fetched once the page stands; until then its still picture is in its place. */
export function LaterMap(props: MapViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const awake = useAwake(frame)
  const still = <StillMap ref={frame} fill={props.fill} />
  return awake ? (
    <Suspense fallback={still}>
      <MapView {...props} />
    </Suspense>
  ) : (
    still
  )
}

/** The city's still picture in the frame that a map will fill. */
export function StillMap({ fill, ref }: { fill?: boolean; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className={classes.frame} data-fill={fill || undefined}>
      <div className={classes.still} />
    </div>
  )
}
