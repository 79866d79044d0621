import { skipToken, useQuery } from '@tanstack/react-query'
import { checkTrip } from '@/api/generated/sdk.gen'
import type { ServiceType } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Notice } from '@/components/Notice'
import type { Draft } from '../draft/draft'
import type { DraftState } from '../draft/useDraft'
import { SERVICE_NAME } from '../service/services'

/** As in the core (OP-06). */
const SERVICE_OF = { small: 'delivery', large: 'moving' } satisfies Record<
  NonNullable<Draft['service']>,
  ServiceType
>
const OTHER = { small: 'large', large: 'small' } as const

/** Why the trip cannot be booked, and the other size where that one can (OP-102). */
export function NotBookable({ error, draftState }: { error: unknown; draftState: DraftState }) {
  const { draft, change } = draftState
  const other = draft.service && OTHER[draft.service]
  const isOffered = useIsBookable(draft, other)
  return (
    <Notice
      kind="problem"
      title="This trip cannot be booked"
      action={
        other && isOffered
          ? {
              label: `Book ${SERVICE_NAME[other]} instead`,
              onClick: () => change({ service: other }),
            }
          : undefined
      }
    >
      {sentenceOf(error)}
    </Notice>
  )
}

function useIsBookable(draft: Draft, size: Draft['service']): boolean {
  const { pickup, dropoff, scheduledTime } = draft
  const query = size &&
    pickup &&
    dropoff && {
      from_lat: pickup.lat,
      from_lng: pickup.lng,
      to_lat: dropoff.lat,
      to_lng: dropoff.lng,
      ...(scheduledTime && { at: scheduledTime }),
    }
  const { data } = useQuery({
    queryKey: ['bookable services', query],
    queryFn: query
      ? async ({ signal }) => (await checkTrip({ query, signal, throwOnError: true })).data
      : skipToken,
    meta: { forAnybody: true },
  })
  const found = data?.services.find(({ service_type }) => size && service_type === SERVICE_OF[size])
  return found !== undefined && found.refused === null
}
