import { Button } from '@mantine/core'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { confirmReturnJob } from '../jobs/confirmReturnJob'
import { ACTION_LABEL } from '../outbox/action'
import type { Act } from '../outbox/outbox'
import classes from './DeliveryCard.module.css'

/** Gives the job up before anything is loaded. */
export function ReturnJob({ delivery, act }: { delivery: DeliveryOut; act: Act }) {
  const ask = () =>
    void confirmReturnJob(delivery.order_number).then((yes) => yes && act(delivery, 'hand_back'))
  return (
    <Button variant="subtle" className={classes.handBack} onClick={ask}>
      {ACTION_LABEL.hand_back}
    </Button>
  )
}
