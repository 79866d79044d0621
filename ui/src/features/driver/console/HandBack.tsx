import { Button } from '@mantine/core'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { confirmHandBack } from '../jobs/handBack'
import { useStep } from '../jobs/useStep'
import classes from './DeliveryCard.module.css'

/** Gives the job up before anything is loaded. It needs the server's word, so it is never queued. */
export function HandBack({ delivery }: { delivery: DeliveryOut }) {
  const { take, taking, isWaiting } = useStep({ id: delivery.order_id })
  const ask = () =>
    void confirmHandBack(delivery.order_number).then((yes) => yes && take('handBack'))
  return (
    <>
      <Button
        variant="subtle"
        className={classes.handBack}
        loading={taking !== undefined}
        onClick={ask}
      >
        Hand Back
      </Button>
      {isWaiting && <p role="status">Handing back waits for the connection.</p>}
    </>
  )
}
