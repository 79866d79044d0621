import { Button } from '@mantine/core'
import { IconNavigation } from '@tabler/icons-react'
import type { DriverJobOut } from '@/api/generated/types.gen'
import { StatusBadge } from '@/components/StatusBadge'
import { CallContact } from '@/shared/access/CallContact'
import { CallButton } from '@/shared/messaging/CallButton'
import { confirmsFar } from '../far/confirmsFar'
import { farStopKnown } from '../far/farStop'
import { EndDelivery } from '../proof/EndDelivery'
import { confirmReturnJob } from './confirmReturnJob'
import { FailDelivery } from './FailDelivery'
import classes from './Job.module.css'
import { JobFacts } from './JobFacts'
import { navigationTo, nextStep, STEPS, whereTo } from './steps'
import { useStep } from './useStep'

/** A job in hand: whom to meet, where to go, and the next step as one large button. */
export function ActiveJob({ job }: { job: DriverJobOut }) {
  const { order } = job
  const { take, taking, isWaiting } = useStep(order)
  const next = nextStep(order)
  const goal = whereTo(order)
  const mayConfirm = async () => confirmsFar(await farStopKnown(order.id))
  return (
    <article className={classes.card} aria-labelledby={`job-${order.id}`} data-active>
      <div className={classes.status}>
        <StatusBadge
          status={order.picked_up_at === null ? order.status : 'picked_up'}
          label={order.failure ? 'Bring back to pickup' : undefined}
        />
        {order.contact_name && <span>{order.contact_name}</span>}
      </div>
      <JobFacts job={job} />
      <div className={classes.aids}>
        {order.can_call && (
          <CallButton orderId={order.id} phone={order.contact_phone}>
            Call Customer
          </CallButton>
        )}
        <CallContact
          orderId={order.id}
          stop={order.picked_up_at === null || order.failure ? 'pickup' : 'dropoff'}
          access={
            order.picked_up_at === null || order.failure
              ? order.pickup_access
              : order.dropoff_access
          }
          canCall={order.can_call}
        />
        <Button
          component="a"
          href={navigationTo(goal.place)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconNavigation size={20} aria-hidden="true" />}
        >
          Navigate to {goal.word}
        </Button>
      </div>
      {next === 'complete' ? (
        <EndDelivery
          job={job}
          className={classes.main}
          isBusy={taking === next}
          isOff={taking !== undefined && taking !== next}
          mayEnd={mayConfirm}
          onWithout={() => take(next)}
        />
      ) : (
        <Button
          className={classes.main}
          fullWidth
          loading={taking === next}
          disabled={taking !== undefined && taking !== next}
          onClick={async () => (next !== 'pickUp' || (await mayConfirm())) && take(next)}
        >
          {STEPS[next].label}
        </Button>
      )}
      {isWaiting && <p role="status">Waits for the connection.</p>}
      {order.failure && (
        <Button
          variant="default"
          loading={taking === 'afterAll'}
          disabled={taking !== undefined && taking !== 'afterAll'}
          onClick={() => take('afterAll')}
        >
          {STEPS.afterAll.label}
        </Button>
      )}
      {order.status === 'in_progress' && !order.failure && <FailDelivery order={order} />}
      {order.picked_up_at === null && (
        <Button
          variant="subtle"
          className={classes.handBack}
          loading={taking === 'handBack'}
          disabled={taking !== undefined && taking !== 'handBack'}
          onClick={() => void confirmReturnJob(order.number).then((yes) => yes && take('handBack'))}
        >
          Release Job
        </Button>
      )}
    </article>
  )
}
