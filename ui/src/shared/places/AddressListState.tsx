import { Button, Skeleton } from '@mantine/core'
import { IconCloudOff, IconMapSearch, IconWifiOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '@/api/problem'
import { useNow } from '@/components/useNow'
import classes from './AddressDropdown.module.css'
import { serviceAreaOptions } from './serviceArea'
import type { ListState } from './useAddressChoices'

/** What the list says while it has no places to offer. */
export function AddressListState(props: {
  state: ListState
  onTryAgain: () => void
  onPickOnMap?: (() => void) | undefined
}) {
  const { state } = props
  switch (state.kind) {
    case 'ready':
      return null
    case 'loading':
      return <Waiting />
    case 'nothing':
      return (
        <ListMessage
          icon={<IconMapSearch aria-hidden="true" />}
          title={`No address matches “${state.text}”`}
        >
          <WhereWeServe />
          Check the spelling, or add the street and the city.
          {props.onPickOnMap && (
            <Button variant="default" onClick={props.onPickOnMap}>
              Pick on the map
            </Button>
          )}
        </ListMessage>
      )
    case 'offline':
      return (
        <ListMessage icon={<IconWifiOff aria-hidden="true" />} title="You are offline">
          Suggestions return when the connection does.
        </ListMessage>
      )
    case 'limited':
      return (
        <ListMessage icon={<IconCloudOff aria-hidden="true" />} title="Too many searches at once">
          <Countdown until={state.since + state.seconds * 1000} />
        </ListMessage>
      )
    case 'failed':
      return (
        <ListMessage
          icon={<IconCloudOff aria-hidden="true" />}
          title="Suggestions could not be loaded"
        >
          {sentenceOf(state.error)}
          <Button variant="default" onClick={props.onTryAgain}>
            Try Again
          </Button>
        </ListMessage>
      )
  }
}

function ListMessage(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={classes.message} role="status">
      {props.icon}
      <strong>{props.title}</strong>
      <div>{props.children}</div>
    </div>
  )
}

/** Many a place that nothing matches lies elsewhere. Where the area is not known, nothing is said of it. */
function WhereWeServe() {
  const { data } = useQuery(serviceAreaOptions())
  return data && <p className={classes.area}>We serve {data.name} for now.</p>
}

function Waiting() {
  return (
    <div className={classes.waiting} role="status" aria-label="Loading suggestions">
      {[62, 48, 70].map((width) => (
        <span key={width}>
          <Skeleton circle height={18} />
          <span>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} width={`${width - 18}%`} />
          </span>
        </span>
      ))}
    </div>
  )
}

function Countdown({ until }: { until: number }) {
  const now = useNow(1000)
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  // Spoken once, not every second.
  return (
    <>
      Suggestions return <span aria-hidden="true">in {seconds} s</span>
      <span hidden>by themselves</span>.
    </>
  )
}
