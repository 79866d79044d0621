import { Button } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { getTrackingLink, shareTracking, stopSharingTracking } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import classes from './ShareTracking.module.css'

const SharedLink = lazy(() => import('./SharedLink'))

/**
 * For the customer: a link by which somebody else watches this order, and the end of it (OP-53). The link
 * that is shared already is read first; once the order *hasEnded* it can only be stopped.
 */
export function ShareTracking(props: { orderId: string; now: number; hasEnded?: boolean }) {
  const path = { order_id: props.orderId }
  const queries = useQueryClient()
  const queryKey = ['tracking-link', props.orderId]
  const { data: link } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await getTrackingLink({ path, signal, throwOnError: true })).data.link,
  })
  const share = useMutation({
    mutationFn: async () => (await shareTracking({ path, throwOnError: true })).data,
    onSuccess: async (shared) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, shared)
    },
    onError: (error) => toast.error(sentenceOf(error), { id: 'share-tracking' }),
  })
  const stop = useMutation({
    mutationFn: () => stopSharingTracking({ path, throwOnError: true }),
    onSuccess: () => {
      queries.setQueryData(queryKey, null)
      toast.success('The link is no longer shared.', { id: 'share-tracking' })
    },
    onError: (error) => toast.error(sentenceOf(error), { id: 'share-tracking' }),
  })
  if (!link) {
    if (props.hasEnded) return null
    return (
      <Button
        variant="default"
        className={classes.open}
        loading={share.isPending}
        leftSection={<IconShare2 size={18} aria-hidden="true" />}
        onClick={() => share.mutate()}
      >
        Share Tracking Link
      </Button>
    )
  }
  return (
    <Suspense>
      <SharedLink
        link={link}
        now={props.now}
        isStopping={stop.isPending}
        onStop={() => stop.mutate()}
      />
    </Suspense>
  )
}
