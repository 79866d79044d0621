import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import {
  listSlotsOptions,
  rescheduleOrderMutation,
  trackOrderOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { OrderOut, SlotOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { DayField } from '@/components/filters/DayField'
import { datedTimes, dayAndTimes, hours, platformDay } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './Rescheduling.module.css'

const DAY_MS = 24 * 60 * 60_000
/** As far ahead as a trip can be booked. */
const HORIZON_DAYS = 365

/** The times of a day that can be chosen now, as a booking offers them, and the way to take one of them. */
export default function PickupTimes(props: {
  order: OrderOut
  now: number
  /** They stand there: below the edge of the screen where the button was at it. */
  onShown: () => void
  onDone: () => void
}) {
  const { order, now, onDone } = props
  const show = useEffectEvent(props.onShown)
  useEffect(() => void show(), [])
  const [day, setDay] = useState(() =>
    platformDay(Math.max(now, Date.parse(order.scheduled_time ?? '') || now)),
  )
  const query = useQuery({
    ...listSlotsOptions({ path: { order_id: order.id }, query: { day } }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.times}>
      {order.scheduled_time && (
        <p className={classes.booked}>
          Your pickup now:{' '}
          {order.scheduled_until
            ? datedTimes(order.scheduled_time, order.scheduled_until)
            : dayAndTimes(order.scheduled_time, null, now)}
        </p>
      )}
      <DayField
        label="Day"
        value={day}
        min={platformDay(now)}
        max={platformDay(now + HORIZON_DAYS * DAY_MS)}
        onChange={(chosen) => chosen && setDay(chosen)}
      />
      <DataPanel query={query} failure="The times could not be loaded" skeleton={<TimesSkeleton />}>
        {({ items }) => <SlotForm key={day} order={order} slots={items} onDone={onDone} />}
      </DataPanel>
    </div>
  )
}

function SlotForm(props: { order: OrderOut; slots: SlotOut[]; onDone: () => void }) {
  const { order } = props
  const [start, setStart] = useState<string | null>(null)
  const { isPending, move } = useRescheduling(order.id, props.onDone)
  const chosen = props.slots.find((slot) => slot.start === start)
  const name = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) void move(chosen)
      }}
    >
      <fieldset className={classes.slots}>
        <legend>Pick up between</legend>
        {props.slots.length === 0 && <p>This day’s last window has begun. Choose another day.</p>}
        {props.slots.map((slot) => (
          <label key={slot.start} className={classes.slot}>
            <input
              type="radio"
              name={name}
              value={slot.start}
              checked={slot.start === start}
              onChange={() => setStart(slot.start)}
            />
            <span>
              {hours(slot.start, slot.end)}
              {isSame(slot.start, order.scheduled_time) && <small>Your time now</small>}
              {!slot.keeps_driver && <small>Another driver</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={classes.move}>
        <p className={classes.terms}>
          {chosen && !chosen.keeps_driver
            ? 'Your driver cannot come then: the order goes to another one, and canceling is free from then on. The price stays the same.'
            : 'The price stays the same.'}
        </p>
        <Button type="submit" fullWidth loading={isPending} disabled={!chosen}>
          Move Pickup
        </Button>
      </div>
    </form>
  )
}

/** The same instant, however it is written. */
function isSame(start: string, booked: string | null): boolean {
  return booked !== null && Date.parse(start) === Date.parse(booked)
}

function useRescheduling(orderId: string, onDone: () => void) {
  const queries = useQueryClient()
  const path = { order_id: orderId }
  const { mutateAsync, isPending } = useMutation(rescheduleOrderMutation())
  async function move({ start, keeps_driver }: SlotOut) {
    try {
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const order = await mutateAsync({ path, body: { start }, headers })
      const when = dayAndTimes(order.scheduled_time ?? start, order.scheduled_until, Date.now())
      const who = keeps_driver ? 'Your driver stays the same.' : 'We ask other drivers.'
      toast.success(`Your pickup is now ${when}. ${who}`)
      onDone()
    } catch (error) {
      toast.error(sentenceOf(error), { id: 'reschedule-order' })
      void queries.invalidateQueries({ queryKey: listSlotsOptions({ path }).queryKey })
    } finally {
      void queries.invalidateQueries({ queryKey: trackOrderOptions({ path }).queryKey })
    }
  }
  return { isPending, move }
}

function TimesSkeleton() {
  return (
    <div className={classes.slots}>
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={44} radius="md" />
      ))}
    </div>
  )
}
