import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import type { TrackingLinkOut } from '@/api/generated/types.gen'
import { dayAndTime } from '@/components/time'
import classes from './ShareTracking.module.css'

const COPIED_MS = 2_000

/** The link by which somebody else watches the order, to be copied or stopped. */
export default function SharedLink(props: {
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
