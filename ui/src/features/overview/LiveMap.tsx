import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getLiveMapOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { LiveMapOut, OnlineDriverOut } from '@/api/generated/types.gen'
import { FIGURES_REFETCH_MS } from '@/api/refetchIntervals'
import { DataPanel } from '@/components/DataPanel'
import { StatusBadge } from '@/components/StatusBadge'
import { age } from '@/components/time'
import { OrderLink, PersonLink } from '@/shared/admin/AdminLinks'
import { type MapRoute, type MapSpot, MapView } from '@/shared/map/MapView'
import classes from './AdminOverview.module.css'

/** Drivers who are online and orders under way, as they are now. Looking is in the audit trail. */
export default function LiveMap() {
  const live = useQuery({ ...getLiveMapOptions(), refetchInterval: FIGURES_REFETCH_MS })
  return (
    <section aria-labelledby="live">
      <h2 id="live" className={classes.heading}>
        On the road
      </h2>
      <DataPanel
        query={live}
        failure="The map could not be loaded"
        skeleton={<Skeleton height={420} radius="lg" />}
      >
        {(found) => <Drawn live={found} />}
      </DataPanel>
    </section>
  )
}

function Drawn({ live }: { live: LiveMapOut }) {
  const { spots, routes } = useMemo(() => sceneOf(live), [live])
  const names = new Map(live.drivers.map((driver) => [driver.id, driver.name]))
  const busy = live.drivers.filter(({ is_busy }) => is_busy).length
  return (
    <div className={classes.live}>
      <div className={classes.map}>
        <MapView fill label="Drivers online and orders under way" spots={spots} routes={routes} />
      </div>
      <ul className={classes.legend} aria-label="What the marks are">
        <li data-kind="free">{live.drivers.length - busy} free</li>
        <li data-kind="busy">{busy} with an order</li>
        <li data-kind="pickup">Pickup</li>
        <li data-kind="dropoff">Dropoff</li>
      </ul>
      {live.orders.length === 0 ? (
        <p className={classes.note}>No order is under way.</p>
      ) : (
        <ul className={classes.orders} aria-label="Orders under way">
          {live.orders.map((order) => (
            <li key={order.id}>
              <p>
                <OrderLink id={order.id} number={order.number} />
                {' · '}
                <PersonLink id={order.driver_id}>
                  {names.get(order.driver_id) || 'Driver offline'}
                </PersonLink>
              </p>
              <StatusBadge status={order.is_picked_up ? 'picked_up' : order.status} />
              <p className={classes.note}>
                {order.pickup.address} to {order.dropoff.address}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Each order as a dotted line from where it is to where it goes. */
function sceneOf(live: LiveMapOut): { spots: MapSpot[]; routes: MapRoute[] } {
  const spots: MapSpot[] = live.orders.flatMap((order) => [
    ...(order.is_picked_up
      ? []
      : [spot('pickup', `${order.id} from`, order.pickup, `Pickup of order #${order.number}`)]),
    spot('dropoff', `${order.id} to`, order.dropoff, `Dropoff of order #${order.number}`),
  ])
  const seen = new Map(
    live.drivers.flatMap((driver) =>
      driver.lat === null || driver.lng === null
        ? []
        : [[driver.id, { driver, lat: driver.lat, lng: driver.lng }] as const],
    ),
  )
  for (const { driver, lat, lng } of seen.values())
    spots.push(
      spot(driver.is_busy ? 'busy' : 'free', driver.id, { lat, lng }, labelOf(driver, live)),
    )
  const routes = live.orders.map((order) => {
    const from = seen.get(order.driver_id)
    const stops = order.is_picked_up ? [order.dropoff] : [order.pickup, order.dropoff]
    return {
      polyline:
        from && order.status === 'in_progress' ? [from, ...stops] : [order.pickup, order.dropoff],
      approximate: true,
      chosen: false,
    }
  })
  return { spots, routes }
}

function spot(
  kind: MapSpot['kind'],
  id: string,
  { lat, lng }: { lat: number; lng: number },
  label: string,
): MapSpot {
  return { id, kind, lat, lng, label }
}

function labelOf(driver: OnlineDriverOut, { as_of }: LiveMapOut): string {
  const ago = driver.seen_at && age(Date.parse(as_of) - Date.parse(driver.seen_at))
  return `${driver.name}, ${driver.is_busy ? 'with an order' : 'free'}${ago ? `, seen ${ago} ago` : ''}`
}
