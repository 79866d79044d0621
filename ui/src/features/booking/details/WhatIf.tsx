import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import { Measure } from '@/components/fields/Measure'
import { formatCents, Money } from '@/components/Money'
import { formatMinutes } from '@/components/time'
import { type Conditions, type Dropoff, type Trip, useFare } from '@/shared/fare/queries'
import { BOUNDS, formatMiles, formatPounds } from '@/shared/fare/trip'
import classes from './WhatIf.module.css'

const SETTLE_MILLISECONDS = 150

type Slid = Pick<Trip, 'miles' | 'minutes' | 'weight_pounds'>

/**
 * The pricing calculator beside the bookable quote (BKG-05, PRC-14): its sliders are a what-if and
 * change nothing in the booking (OP-15).
 */
export function WhatIf(props: {
  trip: Trip
  conditions: Conditions
  dropoff: Dropoff
  quotedCents: number
}) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <section className={classes.card} aria-label="Pricing calculator">
      <h2 className={classes.title}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          What if?
          <IconChevronDown size={20} aria-hidden="true" />
        </button>
      </h2>
      <div id={panel} className={classes.panel} hidden={!open}>
        {open && <Sliders {...props} />}
      </div>
    </section>
  )
}

function Sliders(props: Parameters<typeof WhatIf>[0]) {
  const [slid, setSlid] = useState<Partial<Slid>>({})
  const [settled] = useDebouncedValue(slid, SETTLE_MILLISECONDS)
  const at = { ...withinBounds(props.trip), ...slid }
  const asked = { ...props.trip, ...withinBounds(props.trip), ...settled }
  const fare = useFare(asked, props.conditions, props.dropoff)
  const paused = fare.fetchStatus === 'paused'
  const total = paused && fare.isPlaceholderData ? undefined : fare.data?.total_cents
  const charged = fare.data?.is_charged
  const touched = Object.keys(slid).length > 0
  return (
    <>
      <p className={classes.lead}>
        Try another distance, time or weight in our price list. Your booking keeps the real route
        and what you declared
        {charged === false && ', and you pay the price of the driver you choose'}.
      </p>
      <Measure
        label="Distance"
        bounds={BOUNDS.miles}
        value={at.miles}
        format={formatMiles}
        onChange={(miles) => setSlid({ ...slid, miles })}
      />
      <Measure
        label="Time"
        bounds={BOUNDS.minutes}
        value={at.minutes}
        format={formatMinutes}
        onChange={(minutes) => setSlid({ ...slid, minutes })}
      />
      <Measure
        label="Weight"
        bounds={BOUNDS.weight_pounds}
        value={at.weight_pounds}
        format={formatPounds}
        onChange={(weight_pounds) => setSlid({ ...slid, weight_pounds })}
      />
      <dl className={classes.totals}>
        <div>
          <dt>What-if total</dt>
          <dd>
            <output aria-label="What-if total" data-stale={fare.isFetching || undefined}>
              {total !== undefined ? (
                <Money cents={total} />
              ) : fare.isError || paused ? (
                '–'
              ) : (
                <Skeleton width="4.5rem" height="1.25rem" />
              )}
            </output>
          </dd>
        </div>
        <div>
          <dt>
            {charged === false
              ? 'Your trip by our price list, for comparison'
              : 'Your booking quote'}
          </dt>
          <dd>
            <Money cents={props.quotedCents} />
          </dd>
        </div>
      </dl>
      <p className={classes.difference} role="status">
        {fare.isError
          ? sentenceOf(fare.error)
          : paused
            ? 'You are offline. The price comes as soon as the connection is back.'
            : touched && total !== undefined
              ? differenceOf(
                  total - props.quotedCents,
                  charged === false ? 'trip by the price list' : 'quote',
                )
              : 'Move a slider to compare.'}
      </p>
      <Button
        variant="default"
        className={classes.reset}
        disabled={!touched}
        onClick={() => setSlid({})}
      >
        Back to my trip
      </Button>
    </>
  )
}

/** A real trip may lie beyond the sliders; they then start at their end. */
function withinBounds(trip: Trip): Slid {
  const within = (name: keyof Slid) =>
    Math.min(BOUNDS[name].max, Math.max(BOUNDS[name].min, trip[name]))
  return {
    miles: within('miles'),
    minutes: within('minutes'),
    weight_pounds: within('weight_pounds'),
  }
}

function differenceOf(cents: number, other: string): string {
  if (cents === 0) return `The same as your ${other}.`
  return `${formatCents(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'} than your ${other}.`
}
