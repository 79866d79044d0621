import { Button } from '@mantine/core'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { ACTION_LABEL } from '../outbox/action'
import type { Act } from '../outbox/outbox'
import classes from './DeliveryCard.module.css'

/** What could not be delivered goes back to the pickup, or to the door after all. */
export function UndeliveredSteps(props: { delivery: DeliveryOut; isCurrent: boolean; act: Act }) {
  const { delivery, act } = props
  return (
    <>
      <p className={classes.failed}>{delivery.failure?.message}</p>
      <div className={classes.steps} data-thumb={props.isCurrent || undefined}>
        <Button variant="default" onClick={() => act(delivery, 'deliver_after_all')}>
          {ACTION_LABEL.deliver_after_all}
        </Button>
        <Button className={classes.main} onClick={() => act(delivery, 'confirm_return')}>
          {ACTION_LABEL.confirm_return}
        </Button>
      </div>
    </>
  )
}
