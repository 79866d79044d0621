import { Button } from '@mantine/core'
import { IconLockPassword } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { trackOrderQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import { askForDeliveryPin, dropDeliveryPin } from '@/api/generated/sdk.gen'
import type { TrackingOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import classes from './DeliveryPin.module.css'

/** For the customer: four digits that the driver has to ask for, so that nobody else is given the delivery. */
export function DeliveryPin({ tracking }: { tracking: TrackingOut }) {
  const heading = useId()
  const { ask, drop } = usePin(tracking.order.id)
  const pin = tracking.delivery_pin
  if (!pin?.code) {
    return (
      <Button
        variant="default"
        fullWidth
        className={classes.ask}
        loading={ask.isPending}
        leftSection={<IconLockPassword size={18} aria-hidden="true" />}
        onClick={() => ask.mutate()}
      >
        Ask for a PIN at the Door
      </Button>
    )
  }
  return (
    <section className={classes.pin} aria-labelledby={heading}>
      <h2 id={heading}>Delivery PIN</h2>
      <p className={classes.code}>{pin.code}</p>
      <p className={classes.terms}>
        {pin.tries_left > 0
          ? 'Give this code to your driver once you have your items.'
          : 'A wrong PIN was entered too often. Ask for a new one.'}
      </p>
      <div className={classes.actions}>
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          New PIN
        </Button>
        <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
          No PIN
        </Button>
      </div>
    </section>
  )
}

function usePin(orderId: string) {
  const queries = useQueryClient()
  const path = { order_id: orderId }
  const shown = {
    onError: (error: unknown) => toast.error(sentenceOf(error), { id: 'delivery-pin' }),
    onSettled: () => queries.invalidateQueries({ queryKey: trackOrderQueryKey({ path }) }),
  }
  const ask = useMutation({
    mutationFn: () => askForDeliveryPin({ path, throwOnError: true }),
    ...shown,
  })
  const drop = useMutation({
    mutationFn: () => dropDeliveryPin({ path, throwOnError: true }),
    ...shown,
  })
  return { ask, drop }
}
