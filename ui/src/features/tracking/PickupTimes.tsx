import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  listSlotsOptions,
  rescheduleOrderMutation,
  trackOrderOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { SlotOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { dayAndTimes } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './Rescheduling.module.css'

/** The times that can be chosen now, and the way to take one of them. */
export default function PickupTimes(props: { orderId: string; now: number; onDone: () => void }) {
  const { orderId, now, onDone } = props
  const query = useQuery({
    ...listSlotsOptions({ path: { order_id: orderId } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <DataPanel query={query} failure="The times could not be loaded" skeleton={<TimesSkeleton />}>
      {({ items }) => <SlotForm orderId={orderId} slots={items} now={now} onDone={onDone} />}
    </DataPanel>
  )
}

function SlotForm(props: { orderId: string; slots: SlotOut[]; now: number; onDone: () => void }) {
  const [start, setStart] = useState<string | null>(null)
  const { isPending, move } = useRescheduling(props.orderId, props.onDone)
  const chosen = props.slots.find((slot) => slot.start === start)
  const name = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) void move(chosen.start)
      }}
    >
      <fieldset className={classes.slots}>
        <legend>Pick up between</legend>
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
              {dayAndTimes(slot.start, slot.end, props.now)}
              {!slot.keeps_driver && <small>Another driver will be looked for</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <p className={classes.terms}>
        {chosen && !chosen.keeps_driver
          ? 'Your driver cannot come then: the order goes to another one, and canceling is free from then on. The price stays the same.'
          : 'The price stays the same.'}
      </p>
      <Button type="submit" fullWidth loading={isPending} disabled={!chosen}>
        Move Pickup
      </Button>
    </form>
  )
}

function useRescheduling(orderId: string, onDone: () => void) {
  const queries = useQueryClient()
  const path = { order_id: orderId }
  const { mutateAsync, isPending } = useMutation(rescheduleOrderMutation())
  async function move(start: string) {
    try {
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const order = await mutateAsync({ path, body: { start }, headers })
      toast.success(
        `Your pickup is now ${dayAndTimes(order.scheduled_time ?? start, order.scheduled_until, Date.now())}.`,
      )
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
