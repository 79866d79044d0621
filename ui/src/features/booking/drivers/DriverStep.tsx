import { Button, Input, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { codeOf, sentenceOf } from '@/api/problem'
import { Choice } from '@/components/fields/Choice'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import type { Draft } from '../draft/draft'
import { type Offer, useMatches } from '../useMatches'
import { DriverCard } from './DriverCard'
import classes from './DriverStep.module.css'
import { type DriverOrder, ordersOf, SORTED_BY, sorted } from './driverOrder'
import { whyBest } from './whyBest'

/** Step 4: the five best drivers for the quote (MAT-12, MAT-13); choosing one leads on (BKG-13). */
export function DriverStep(props: {
  draft: Draft
  /** The quote's time is up: its drivers are shown, but none can be chosen. */
  expired: boolean
  /** Somebody wanted to go on without a driver. */
  error?: string
  onSelect: (offer: Offer) => void
}) {
  const { priced, offer } = props.draft
  const matches = useMatches(priced?.quote.id, props.expired)
  const { data, error, isFetching, refetch } = matches
  const [order, setOrder] = useState<DriverOrder>('match')
  // For another day nobody's way to the pickup is known.
  const orders = ordersOf(props.draft.scheduledTime !== null)
  if (data && data.items.length > 0) {
    return (
      <>
        <div className={classes.top}>
          <div>
            <p className={classes.count} role="status">
              Available Drivers ({data.items.length})
            </p>
            <p className={classes.sorted}>
              {order === 'match' &&
                data.items.some((each) => each.is_favorite) &&
                'Favorites first. '}
              {SORTED_BY[order]}
            </p>
          </div>
          {!props.expired && <Refresh busy={isFetching} onClick={() => void refetch()} />}
        </div>
        {data.items.length > 1 && (
          <Choice label="Sort drivers by" value={order} labels={orders} onChange={setOrder} />
        )}
        {matches.isError && (
          <Notice kind="problem" title="The list could not be refreshed.">
            {sentenceOf(error)}
          </Notice>
        )}
        {props.error && (
          <Input.Error data-field="driver" role="alert" size="md" tabIndex={-1}>
            {props.error}
          </Input.Error>
        )}
        <ul className={classes.list}>
          {sorted(data.items, order).map((found) => (
            <li key={found.driver_id}>
              <DriverCard
                offer={found}
                scoring={data.scoring}
                best={found.rank === 1 ? whyBest(found, data.items, data.scoring) : null}
                chosen={found.driver_id === offer?.driver_id}
                scheduled={props.draft.scheduledTime !== null}
                disabled={props.expired}
                onSelect={() => props.onSelect(found)}
              />
            </li>
          ))}
        </ul>
      </>
    )
  }
  // An expired quote has a notice of its own, with the way out of it.
  if (props.expired) return null
  if (data) {
    return (
      <NoDrivers
        limitCents={data.emptied_by_price_limit ? (priced?.quote.price_limit_cents ?? null) : null}
        ownLimit={props.draft.details.limitCents !== null}
        busy={isFetching}
        onTryAgain={() => void refetch()}
      />
    )
  }
  if (error && codeOf(error) !== 'quote_expired') {
    return (
      <Notice
        kind="problem"
        title="Drivers could not be matched."
        action={{ label: 'Try Again', onClick: () => void refetch(), busy: isFetching }}
      >
        {sentenceOf(error)}
      </Notice>
    )
  }
  if (matches.fetchStatus === 'paused') {
    return (
      <Notice kind="news" title="You are offline.">
        Drivers are looked for as soon as the connection is back.
      </Notice>
    )
  }
  return <DriversToCome />
}

function Refresh({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button
      variant="default"
      className={classes.refresh}
      loading={busy}
      leftSection={<IconRefresh size={18} aria-hidden="true" />}
      onClick={onClick}
    >
      Refresh
    </Button>
  )
}

function NoDrivers(props: {
  limitCents: number | null
  ownLimit: boolean
  busy: boolean
  onTryAgain: () => void
}) {
  return (
    <div className={classes.empty} data-field="driver">
      <h2>No Available Drivers</h2>
      <p>
        {props.limitCents === null
          ? 'Nobody with the right vehicle is free near the pickup right now. Drivers come online all the time.'
          : `Drivers are nearby, but each asks more than the price limit of ${formatCents(props.limitCents)} before tax. ${
              props.ownLimit
                ? 'Raise your own limit in the item details to see them.'
                : 'The limit is part of every booking, so that no price runs away.'
            }`}
      </p>
      <div className={classes.actions}>
        {props.limitCents !== null && props.ownLimit && (
          <ButtonLink to="/book-service" search={{ step: 3 }} className={classes.refresh}>
            Change Your Limit
          </ButtonLink>
        )}
        <Refresh busy={props.busy} onClick={props.onTryAgain} />
      </div>
    </div>
  )
}

function DriversToCome() {
  return (
    <>
      <div className={classes.top}>
        <div>
          <p className={classes.count} role="status">
            Finding drivers
          </p>
          <p className={classes.sorted}>Scoring everybody near the pickup</p>
        </div>
      </div>
      <ul className={classes.list} aria-hidden="true">
        {[1, 2, 3].map((place) => (
          <li key={place}>
            <Skeleton className={classes.waiting} />
          </li>
        ))}
      </ul>
    </>
  )
}
