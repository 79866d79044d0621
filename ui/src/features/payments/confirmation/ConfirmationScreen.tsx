import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconMapPin, IconX } from '@tabler/icons-react'
import type { ConfirmationOut } from '@/api/generated/types.gen'
import { ButtonLink } from '@/components/RouterLink'
import { dayAndTime } from '@/components/time'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { AssignedDriver } from './AssignedDriver'
import classes from './ConfirmationScreen.module.css'
import { PaymentSummary } from './PaymentSummary'
import { Support } from './Support'
import { Timeline } from './Timeline'

const COPIED_MS = 2_000

/** That it worked, what happens next, and the receipt (PAY-22). */
export function ConfirmationScreen(props: { confirmation: ConfirmationOut; isSample?: boolean }) {
  const { confirmation, isSample = false } = props
  const { receipt } = confirmation
  const cancelled = confirmation.order_status === 'cancelled'
  const orderId = isSample ? 'demo-order' : confirmation.order_id
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.mark} data-bad={cancelled || undefined} aria-hidden="true">
          {cancelled ? <IconX size={28} stroke={2.6} /> : <IconCheck size={28} stroke={2.6} />}
        </span>
        <div className={classes.words}>
          <h1 className={classes.title}>
            {cancelled ? 'This order was canceled' : 'Payment Successful'}
          </h1>
          <p className={classes.lead}>
            Order #{receipt.order_number}, paid {dayAndTime(confirmation.processed_at, Date.now())}
          </p>
        </div>
        <ConfirmationNumber number={confirmation.confirmation_number} />
      </header>
      {receipt.simulated && (
        <p className={classes.simulated}>
          {isSample
            ? 'Sample booking: nobody is really driving, and nothing was paid.'
            : 'Simulated payment: no card was charged.'}
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          {!cancelled && <AssignedDriver confirmation={confirmation} />}
          <section className={classes.box} aria-labelledby="next-title">
            <h2 id="next-title" className={classes.heading}>
              What happens next
            </h2>
            <Timeline confirmation={confirmation} />
            <ButtonLink
              to="/track/$orderId"
              params={{ orderId }}
              fullWidth
              size="md"
              leftSection={<IconMapPin size={20} aria-hidden="true" />}
            >
              Track Your Order
            </ButtonLink>
          </section>
          <section className={classes.box} aria-labelledby="service-title">
            <h2 id="service-title" className={classes.heading}>
              Service details
            </h2>
            <dl className={classes.facts}>
              <Fact name="Pickup">{receipt.service_details.pickup_address}</Fact>
              <Fact name="Delivery">{receipt.service_details.delivery_address}</Fact>
              <Fact name="Service">{SERVICE_NAMES[receipt.service_details.service_type]}</Fact>
              <Fact name="Items">{receipt.service_details.description}</Fact>
            </dl>
          </section>
        </div>
        <div className={classes.column}>
          <PaymentSummary receipt={receipt} isSample={isSample} />
          <Support orderId={orderId} />
        </div>
      </div>
    </div>
  )
}

function ConfirmationNumber({ number }: { number: string }) {
  const clipboard = useClipboard({ timeout: COPIED_MS })
  return (
    <div className={classes.confirmation}>
      <p>
        <span className={classes.label}>Confirmation number</span>
        <strong className={classes.number}>{number}</strong>
      </p>
      <Button
        variant="default"
        size="sm"
        leftSection={
          clipboard.copied ? (
            <IconCheck size={18} aria-hidden="true" />
          ) : (
            <IconCopy size={18} aria-hidden="true" />
          )
        }
        aria-label={clipboard.copied ? 'Copied' : 'Copy the confirmation number'}
        onClick={() => clipboard.copy(number)}
      >
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
