import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconShare2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { getTrackingLink, shareTracking, stopSharingTracking } from '@/api/generated/sdk.gen'
import type { TrackingLinkOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './ShareTracking.module.css'

const COPIED_MS = 2_000

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
    <Shared link={link} now={props.now} isStopping={stop.isPending} onStop={() => stop.mutate()} />
  )
}

function Shared(props: {
  link: TrackingLinkOut
  now: number
  isStopping: boolean
  onStop: () => void
}) {
  const heading = useId()
  const clipboard = useClipboard({ timeout: COPIED_MS })
  const address = new URL(props.link.path, window.location.origin).href
  return (
    <section className={classes.block} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        Shared by link
      </h2>
      <p className={classes.terms}>
        Whoever has it sees where this order is until {dayAndTime(props.link.expires_at, props.now)}
        , and neither your number nor what you paid.
      </p>
      <TextInput
        label="Link"
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.actions}>
        <Button
          leftSection={
            clipboard.copied ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconCopy size={18} aria-hidden="true" />
            )
          }
          onClick={() => clipboard.copy(address)}
        >
          {clipboard.copied ? 'Copied' : 'Copy Link'}
        </Button>
        <Button variant="subtle" color="red" loading={props.isStopping} onClick={props.onStop}>
          Stop Sharing
        </Button>
      </div>
      {clipboard.error && (
        <p className={classes.terms} role="alert">
          The link could not be copied. Select it above and copy it by hand.
        </p>
      )}
    </section>
  )
}
