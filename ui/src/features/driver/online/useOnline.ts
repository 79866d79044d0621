import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getOwnDriverQueryKey,
  listOwnJobsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { goOffline, goOnline } from '@/api/generated/sdk.gen'
import type { DriverOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import { whereNow } from '../position/device'

/** DRV-06. */
const NOTICE = {
  online: 'You are now online and available for delivery requests!',
  offline: 'You are now offline and will not receive new requests.',
}
const TOAST = { id: 'driver-online', duration: 3_000 }
const KEY = ['driver-online']

/** The switch between online and offline; both its buttons show the same state. */
export function useOnline(driver: DriverOut) {
  const queries = useQueryClient()
  const isPending = useIsMutating({ mutationKey: KEY }) > 0
  const { mutate } = useMutation({
    mutationKey: KEY,
    mutationFn: (wanted: boolean) => (wanted ? online() : offline()),
    onSuccess: (after) => {
      queries.setQueryData(getOwnDriverQueryKey(), after)
      toast.success(after.is_online ? NOTICE.online : NOTICE.offline, TOAST)
      void queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
    },
    onError: (error) => toast.error(sentenceOf(error), { id: TOAST.id }),
  })
  return { isPending, toggle: () => mutate(!driver.is_online) }
}

async function online(): Promise<DriverOut> {
  const location = await whereNow()
  const { data } = await goOnline({ body: { location }, throwOnError: true })
  return data
}

async function offline(): Promise<DriverOut> {
  const { data } = await goOffline({ throwOnError: true })
  return data
}
