import { Button } from '@mantine/core'
import { IconNavigation, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useId } from 'react'
import type { ActionKind, DeliveryOut } from '@/api/generated/types.gen'
import { distanceWords } from '@/components/distance'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime, dayAndTimes } from '@/components/time'
import { AccessDetails } from '@/shared/access/AccessDetails'
import { CallContact } from '@/shared/access/CallContact'
import { CallButton } from '@/shared/messaging/CallButton'
import { OrderItems } from '@/shared/orders/OrderItems'
import { FailDelivery } from '../jobs/FailDelivery'
import { ACTION_LABEL } from '../outbox/action'
import type { Act } from '../outbox/outbox'
import { serverNow } from '../outbox/serverClock'
import { ConfirmStep } from './ConfirmStep'
import classes from './DeliveryCard.module.css'
import { DeliveryFacts } from './DeliveryFacts'
import { DeliveryMessages } from './DeliveryMessages'
import { DeliveryTimer } from './DeliveryTimer'
import { navigationTo } from './navigation'
import { fits, isTime, nextAction, nextStop } from './projection'
import { ReturnJob } from './ReturnJob'
import { UndeliveredSteps } from './UndeliveredSteps'

/** The voice commands of DRV-24 by the step that they take. */
const SPOKEN: Partial<Record<ActionKind, string>> = {
  start: 'Start Delivery',
  confirm_pickup: 'Confirm Pickup',
  stop: 'Stop Delivery',
}

/** A delivery in hand: its clock, where to go, and the next step as one large button (DRV-14). */
export function DeliveryCard(props: {
  delivery: DeliveryOut
  /** The one that the driver is on; the others wait for it. */
  isCurrent: boolean
  /** Meters to the next stop, as the device sees it. */
  metersAway: number | null
  isMoving: boolean
  /** Whether voice commands are on: the button then says what to say. */
  isVoiceOn: boolean
  /** How many of its steps the server has not heard yet, and how many of them stay here for a while. */
  waiting: { steps: number; stored: number }
  act: Act
}) {
  const { delivery } = props
  const { stored } = props.waiting
  const { word, place } = nextStop(delivery)
  const access = word === 'pickup' ? delivery.pickup_access : delivery.dropoff_access
  return (
    <article
      className={classes.card}
      data-current={props.isCurrent || undefined}
      aria-labelledby={`delivery-${delivery.order_id}`}
    >
      <header className={classes.head}>
        <h2 id={`delivery-${delivery.order_id}`}>Order #{delivery.order_number}</h2>
        <StatusBadge status={badgeOf(delivery)} label={badgeWords(delivery)} />
      </header>
      <div className={classes.goal}>
        <p className={classes.stop}>
          {word === 'pickup' ? 'Pickup' : 'Delivery'}
          {props.metersAway !== null && (
            <span className={classes.away}> {distanceWords(props.metersAway)} away</span>
          )}
        </p>
        <p className={classes.address}>{place.address}</p>
        <AccessDetails access={access} />
        {word === 'pickup' && !delivery.failure && (
          <p className={classes.then}>Then to {delivery.dropoff_location.address}</p>
        )}
        {delivery.contact_name && <p className={classes.who}>{delivery.contact_name}</p>}
        <div className={classes.who}>
          <OrderItems order={delivery} photosOf={delivery.order_id} />
        </div>
      </div>
      <Appointment delivery={delivery} />
      <DeliveryTimer delivery={delivery} />
      <div className={classes.aids}>
        <Button
          component="a"
          href={navigationTo(place)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconNavigation size={22} aria-hidden="true" />}
        >
          Navigate
        </Button>
        {delivery.can_call && (
          <CallButton orderId={delivery.order_id} phone={delivery.contact_phone}>
            Call Customer
          </CallButton>
        )}
        <CallContact
          orderId={delivery.order_id}
          stop={word === 'pickup' ? 'pickup' : 'dropoff'}
          access={access}
          canCall={delivery.can_call}
        />
      </div>
      <DeliveryMessages delivery={delivery} isCurrent={props.isCurrent} isMoving={props.isMoving} />
      {delivery.asks && <ConfirmStep delivery={delivery} act={props.act} />}
      {delivery.failure ? (
        <UndeliveredSteps delivery={delivery} isCurrent={props.isCurrent} act={props.act} />
      ) : (
        <NextStep
          delivery={delivery}
          isCurrent={props.isCurrent}
          isVoiceOn={props.isVoiceOn}
          act={props.act}
        />
      )}
      <p className={classes.waiting} role="status">
        {stored > 0 && `${steps(stored)} kept here until the connection is back.`}
      </p>
      <DeliveryFacts delivery={delivery} />
      <div className={classes.actions}>
        <OtherSteps delivery={delivery} act={props.act} />
        {delivery.status === 'in_progress' && !delivery.failure && (
          <FailDelivery
            order={{
              id: delivery.order_id,
              number: delivery.order_number,
              picked_up_at: delivery.picked_up_at,
            }}
            isAhead={props.waiting.steps > 0}
            onFail={(why) => props.act(delivery, 'fail', why)}
          />
        )}
        {delivery.picked_up_at === null && <ReturnJob delivery={delivery} act={props.act} />}
      </div>
    </article>
  )
}

/** When to be at the pickup, and until it is time, from when on the way there begins. */
function Appointment({ delivery }: { delivery: DeliveryOut }) {
  const { scheduled_time, scheduled_until, set_out_from } = delivery
  if (scheduled_time === null || delivery.picked_up_at !== null) return null
  const now = serverNow()
  return (
    <div>
      <p className={classes.when}>Pickup {dayAndTimes(scheduled_time, scheduled_until, now)}</p>
      {set_out_from && !isTime(delivery) && (
        <p className={classes.who}>You can set out from {dayAndTime(set_out_from, now)}.</p>
      )}
    </div>
  )
}

/** The one next step: of the job in hand it stays under the thumb, wherever the page is scrolled to. */
function NextStep(props: {
  delivery: DeliveryOut
  isCurrent: boolean
  isVoiceOn: boolean
  act: Act
}) {
  const { delivery, act } = props
  const which = useId()
  const next = nextAction(delivery)
  if (next === null) return null
  const spoken = props.isVoiceOn && SPOKEN[next]
  return (
    <div className={classes.steps} data-thumb={props.isCurrent || undefined}>
      <p id={which} className={classes.which}>
        {whichOf(delivery)}
      </p>
      <Button className={classes.main} aria-describedby={which} onClick={() => act(delivery, next)}>
        <span>{ACTION_LABEL[next]}</span>
        {spoken && <span className={classes.spoken}>or say “{spoken}”</span>}
      </Button>
    </div>
  )
}

/** Which job the button is for, whatever else is on the screen: "#10048 · 178 Broadway". */
function whichOf(delivery: DeliveryOut): string {
  const [street] = nextStop(delivery).place.address.split(',')
  return `#${delivery.order_number} · ${street}`
}

/** What can be done besides the next step. */
function OtherSteps({ delivery, act }: { delivery: DeliveryOut; act: Act }) {
  const pause = fits(delivery, 'resume') ? 'resume' : 'pause'
  const Icon = pause === 'pause' ? IconPlayerPause : IconPlayerPlay
  if (!fits(delivery, pause)) return null
  return (
    <Button
      variant="default"
      leftSection={<Icon size={22} aria-hidden="true" />}
      onClick={() => act(delivery, pause)}
    >
      {ACTION_LABEL[pause]}
    </Button>
  )
}

/** In words of their own where the driver is under way and the order is not. */
function badgeWords({ failure, status, en_route_at }: DeliveryOut): string | undefined {
  if (failure) return 'Bring back to pickup'
  return status === 'pending' && en_route_at !== null ? 'On the way to pickup' : undefined
}

function badgeOf(delivery: DeliveryOut) {
  if (delivery.status === 'in_progress') {
    return delivery.picked_up_at === null ? 'in_progress' : 'picked_up'
  }
  return delivery.status === 'pending' ? 'assigned' : delivery.status
}

function steps(count: number): string {
  return count === 1 ? '1 step is' : `${count} steps are`
}
