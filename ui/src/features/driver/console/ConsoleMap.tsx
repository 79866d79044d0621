import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { DeliveryOut, JobOfferOut } from '@/api/generated/types.gen'
import { type MapRoute, MapView } from '@/shared/map/MapView'
import type { Fix } from '../position/device'
import { nextStop } from './projection'

/** A way is as good as new for so long; between the answers the pin moves by the device's word. */
const ROUTE_REFETCH_MS = 30_000

/**
 * Where the driver is and where they go, or would go with the request that they are asked about; without a
 * connection the way is a straight dashed line.
 */
export function ConsoleMap(props: {
  delivery: DeliveryOut | undefined
  request: JobOfferOut | undefined
  fix: Fix | null
}) {
  const { delivery, request, fix } = props
  const driven = useRoute(delivery, fix)
  const offered = useMemo(() => offeredRoutes(request), [request])
  const stops = delivery ?? {
    pickup_location: request?.order.pickup_location ?? null,
    dropoff_location: request?.order.delivery_location ?? null,
  }
  const here = fix && { lat: fix.lat, lng: fix.lng, heading: fix.heading ?? null, label: 'You' }
  return (
    <MapView
      label={delivery || !request ? 'Map of your delivery' : 'Map of the request'}
      pickup={stops.pickup_location}
      dropoff={stops.dropoff_location}
      driver={here}
      routes={delivery ? driven : offered}
      near={here}
      withFullscreen
      fill
    />
  )
}

/** From stop to stop: which streets it will be is known once the job is taken. */
function offeredRoutes(request: JobOfferOut | undefined): MapRoute[] {
  if (!request) return []
  const { pickup_location, delivery_location } = request.order
  const polyline = [pickup_location, delivery_location].map(({ lat, lng }) => ({ lat, lng }))
  return [{ polyline, approximate: true, chosen: true }]
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
