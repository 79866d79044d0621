import { Button } from '@mantine/core'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { confirmHandBack } from '../jobs/handBack'
import type { Act } from '../outbox/outbox'
import classes from './DeliveryCard.module.css'

/** Gives the job up before anything is loaded. */
export function HandBack({ delivery, act }: { delivery: DeliveryOut; act: Act }) {
  const ask = () =>
    void confirmHandBack(delivery.order_number).then((yes) => yes && act(delivery, 'hand_back'))
  return (
    <Button variant="subtle" className={classes.handBack} onClick={ask}>
      Hand Back
    </Button>
  )
}
