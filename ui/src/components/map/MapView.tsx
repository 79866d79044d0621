import { MapPreview } from './MapPreview'
import classes from './MapView.module.css'
import type { MapViewProps } from './props'

export type { LatLng } from './geometry'
export type { MapDriver, MapRoute, MapViewProps } from './props'

const NO_ROUTES: NonNullable<MapViewProps['routes']> = []

/** A map of a trip: its stops, its routes and its driver. */
export function MapView(props: MapViewProps) {
  const { label, pickup, dropoff, driver, you, routes = NO_ROUTES, info, fill, padding } = props
  const edges = { left: 0, right: 0, top: 0, bottom: 0, ...padding }
  return (
    <section className={classes.frame} data-fill={fill || undefined} aria-label={label}>
      <MapPreview scene={{ pickup, dropoff, driver, you, routes }} padding={edges} />
      {info && <div className={classes.info}>{info}</div>}
    </section>
  )
}
