import { Button } from '@mantine/core'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { STEPS, type Step } from '../jobs/steps'
import { useStep } from '../jobs/useStep'
import classes from './DeliveryCard.module.css'

/** What could not be delivered goes back to the pickup, or to the door after all; both ask the server. */
export function Returning(props: { delivery: DeliveryOut; isCurrent: boolean }) {
  const { take, taking, isWaiting } = useStep({ id: props.delivery.order_id })
  const button = (step: Step) => (
    <Button
      className={step === 'giveBack' ? classes.main : undefined}
      variant={step === 'giveBack' ? 'filled' : 'default'}
      loading={taking === step}
      disabled={taking !== undefined && taking !== step}
      onClick={() => take(step)}
    >
      {STEPS[step].label}
    </Button>
  )
  return (
    <>
      <p className={classes.failed}>{props.delivery.failure?.message}</p>
      <div className={classes.steps} data-current={props.isCurrent || undefined}>
        {button('afterAll')}
        {button('giveBack')}
      </div>
      {isWaiting && <p role="status">Waits for the connection.</p>}
    </>
  )
}
