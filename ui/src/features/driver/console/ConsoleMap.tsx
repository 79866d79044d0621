import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { type MapRoute, MapView } from '@/shared/map/MapView'
import type { Fix } from '../position/device'
import { nextStop } from './projection'

/** A way is as good as new for so long; between the answers the pin moves by the device's word. */
const ROUTE_REFETCH_MS = 30_000

/** Where the driver is and where they go; without a connection the way is a straight dashed line. */
export function ConsoleMap(props: { delivery: DeliveryOut | undefined; fix: Fix | null }) {
  const { delivery, fix } = props
  const routes = useRoute(delivery, fix)
  const here = fix && { lat: fix.lat, lng: fix.lng, heading: fix.heading ?? null, label: 'You' }
  return (
    <MapView
      label="Map of your delivery"
      pickup={delivery?.pickup_location ?? null}
      dropoff={delivery?.dropoff_location ?? null}
      driver={here}
      routes={routes}
      near={here}
      withFullscreen
      fill
    />
  )
}

function useRoute(delivery: DeliveryOut | undefined, fix: Fix | null): MapRoute[] {
  const { data } = useQuery({
    ...trackOrderOptions({ path: { order_id: delivery?.order_id ?? '' } }),
    enabled: delivery !== undefined,
    refetchInterval: ROUTE_REFETCH_MS,
  })
  return useMemo(() => {
    if (!delivery) return []
    const route = data?.live.arrival?.route ?? data?.trip
    if (route) return [{ polyline: route.polyline, approximate: route.approximate, chosen: true }]
    const { place } = nextStop(delivery)
    const from = fix ?? delivery.pickup_location
    const polyline = [from, place].map(({ lat, lng }) => ({ lat, lng }))
    return [{ polyline, approximate: true, chosen: true }]
  }, [delivery, data, fix])
}
