import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { PaymentRecordOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { dateOf } from '@/components/time'
import { cardName } from '@/shared/card/cardName'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { Actions } from './Actions'
import classes from './PaymentList.module.css'
import { RecordBadge } from './RecordBadge'

/** From here on seven columns fit without scrolling sideways. */
const WIDE = '(min-width: 60em)'

type Shown = { record: PaymentRecordOut; onDetails: (record: PaymentRecordOut) => void }

/** A table where there is room for one, cards where there is not (PAY-14). */
export function PaymentList(props: {
  records: PaymentRecordOut[]
  onDetails: (record: PaymentRecordOut) => void
}) {
  const { records, onDetails } = props
  if (!useMediaQuery(WIDE, true, { getInitialValueInEffect: false })) {
    return (
      <ul className={classes.cards}>
        {records.map((record) => (
          <li key={record.id}>
            <Card record={record} onDetails={onDetails} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Order</th>
            <th scope="col">Service</th>
            <th scope="col">Driver &amp; Payment</th>
            <th scope="col" className={classes.amount}>
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col" className={classes.actions}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.id} record={record} onDetails={onDetails} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ record, onDetails }: Shown) {
  return (
    <tr>
      <td className={classes.date}>{dateOf(record.date)}</td>
      <th scope="row" className={classes.order}>
        #{record.order_number}
        <span className={classes.note}>{record.description}</span>
      </th>
      <td>{SERVICE_NAMES[record.service_type]}</td>
      <td>
        {record.driver_name ?? 'Not assigned'}
        <span className={classes.note}>{cardName(record.payment_method)}</span>
      </td>
      <td className={classes.amount}>
        <Amount record={record} />
      </td>
      <td>
        <RecordBadge record={record} />
      </td>
      <td className={classes.actions}>
        <Actions record={record} onDetails={onDetails} />
      </td>
    </tr>
  )
}

function Card({ record, onDetails }: Shown) {
  return (
    <article className={classes.card} aria-labelledby={`payment-${record.id}`}>
      <header className={classes.cardTop}>
        <div>
          <h3 id={`payment-${record.id}`} className={classes.cardTitle}>
            Order #{record.order_number}
          </h3>
          <p className={classes.note}>
            {dateOf(record.date)} · {SERVICE_NAMES[record.service_type]}
          </p>
        </div>
        <p className={classes.cardAmount}>
          <Amount record={record} />
        </p>
      </header>
      <p className={classes.description}>{record.description}</p>
      <p className={classes.note}>
        {record.driver_name ?? 'Not assigned'} · {cardName(record.payment_method)}
      </p>
      <footer className={classes.cardBottom}>
        <RecordBadge record={record} />
        <Actions record={record} onDetails={onDetails} />
      </footer>
    </article>
  )
}

/** With a note where something goes back. */
function Amount({ record }: { record: PaymentRecordOut }) {
  const { amount_cents, refund_amount_cents: refund, refunded_cents } = record
  return (
    <>
      <Money cents={amount_cents} />
      {refund > 0 && (
        <span className={classes.refund}>
          {refunded_cents < refund ? 'Refund on its way: ' : 'Refunded: '}
          <Money cents={refund} />
        </span>
      )}
    </>
  )
}

export function PaymentListToCome() {
  return (
    <div className={classes.cards}>
      {[1, 2, 3, 4].map((each) => (
        <Skeleton key={each} height={72} radius="lg" />
      ))}
    </div>
  )
}
