import { Input, Skeleton } from '@mantine/core'
import { IconArmchair, IconCheck, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '@/api/problem'
import { formatRange, formatStartingAt } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { LIST_PRICES } from '@/shared/fare/listPrices'
import { previewOptions } from '@/shared/fare/preview'
import { endOf, type Location } from '@/shared/places/location'
import type { DraftState } from '../draft/useDraft'
import { USUAL_POUNDS } from '../quoteRequest'
import classes from './ServiceStep.module.css'
import { type Service, useServices } from './services'

const PICTURE = { small: IconPackage, large: IconArmchair } satisfies Record<
  Service['item_class'],
  unknown
>
const EXAMPLES = {
  small: 'A few boxes, a television, a chair, a bicycle.',
  large: 'A sofa, a bedroom, a whole apartment.',
} satisfies Record<Service['item_class'], string>

/** Step 1: which of the two sizes (BKG-03, BKG-14). */
export function ServiceStep({ draft, change, error: mark }: DraftState & { error?: string }) {
  const { data, error, isFetching, refetch } = useServices()
  if (error && !data) {
    return (
      <Notice
        kind="problem"
        title="The services could not be loaded."
        action={{ label: 'Try Again', onClick: () => void refetch(), busy: isFetching }}
      >
        {sentenceOf(error)}
      </Notice>
    )
  }
  return (
    <fieldset
      className={classes.cards}
      data-field="service"
      aria-describedby={mark && 'service-error'}
    >
      <legend className={classes.legend}>What are we moving?</legend>
      {mark && (
        <Input.Error id="service-error" role="alert" size="md">
          {mark}
        </Input.Error>
      )}
      {data ? (
        data.items.map((service) => (
          <ServiceCard
            key={service.item_class}
            service={service}
            trip={draft.pickup && draft.dropoff && { from: draft.pickup, to: draft.dropoff }}
            chosen={draft.service === service.item_class}
            onChoose={() => change({ service: service.item_class })}
          />
        ))
      ) : (
        <>
          <Skeleton className={classes.waiting} aria-label="Loading the services" />
          <Skeleton className={classes.waiting} />
        </>
      )}
      {data && data.items.length > 0 && !(draft.pickup && draft.dropoff) && (
        <p className={classes.note}>{LIST_PRICES}</p>
      )}
      {data?.items.length === 0 && <p>No services are offered right now.</p>}
    </fieldset>
  )
}

type Trip = { from: Location; to: Location }

function ServiceCard(props: {
  service: Service
  trip: Trip | null
  chosen: boolean
  onChoose: () => void
}) {
  const { item_class, label, starting_at_cents } = props.service
  const Picture = PICTURE[item_class]
  return (
    <label className={classes.card} data-chosen={props.chosen || undefined}>
      <input
        className={classes.input}
        type="radio"
        name="service"
        value={item_class}
        checked={props.chosen}
        onChange={props.onChoose}
        aria-label={label}
        aria-describedby={`about-${item_class}`}
      />
      <span className={classes.picture} aria-hidden="true">
        <Picture size={44} stroke={1.4} />
      </span>
      <span className={classes.tick} aria-hidden="true">
        <IconCheck size={16} stroke={2.6} />
      </span>
      <span id={`about-${item_class}`} className={classes.words}>
        <span className={classes.name} aria-hidden="true">
          {label}
        </span>
        <span className={classes.examples}>{EXAMPLES[item_class]}</span>
        <span className={classes.facts}>
          {props.trip ? (
            <TripPrice size={item_class} trip={props.trip} />
          ) : (
            <span>
              Starting at <strong>{formatStartingAt(starting_at_cents)}</strong>
            </span>
          )}
          <span>About {USUAL_POUNDS[item_class]} lb</span>
        </span>
      </span>
    </label>
  )
}

/** What the home page says for the same trip; a 'starting at' label could stand above it. */
function TripPrice({ size, trip }: { size: Service['item_class']; trip: Trip }) {
  const { data, error, fetchStatus } = useQuery(
    previewOptions(size, endOf(trip.from), endOf(trip.to)),
  )
  if (!data) {
    if (error) return <span>{sentenceOf(error)}</span>
    if (fetchStatus === 'paused') return <span>The price comes once you are online.</span>
    return (
      <span className={classes.priceToCome}>
        <Skeleton width="9rem" height="1.25rem" role="img" aria-label="Calculating the price" />
      </span>
    )
  }
  const range = data.price_range
  if (!range) return <span>No driver is free now</span>
  return (
    <span>
      <strong>{formatRange(range.low_cents, range.high_cents)}</strong> with tax
    </span>
  )
}
