import type { ReceiptOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { cardName } from '@/shared/card/cardName'
import classes from './ReceiptLines.module.css'

/** A receipt as a ledger: every line, the total, and what went back of it (PAY-17). */
export function ReceiptLines({ receipt }: { receipt: ReceiptOut }) {
  const { fare_breakdown: fare, refund_cents, refunded_cents } = receipt
  // Of a tip, which is a payment of its own, there is nothing else to say.
  const isOnlyTip = fare.tip_cents > 0 && fare.tip_cents === fare.total_cents
  return (
    <dl className={classes.lines}>
      {!isOnlyTip && <FareLines fare={fare} />}
      {fare.tip_cents > 0 && <Line name="Tip" cents={fare.tip_cents} />}
      <Line name="Total" cents={fare.total_cents} sum />
      {refund_cents > 0 && (
        <>
          <Line
            name={refunded_cents < refund_cents ? 'Refund on its way' : 'Refunded'}
            cents={-refund_cents}
          />
          <Line name="Net paid" cents={fare.total_cents - refund_cents} sum />
        </>
      )}
      <div className={classes.line}>
        <dt>Paid with</dt>
        <dd>{cardName(receipt.payment_method)}</dd>
      </div>
    </dl>
  )
}

function FareLines({ fare }: { fare: ReceiptOut['fare_breakdown'] }) {
  return (
    <>
      <Line name="Base fee" cents={fare.base_fee_cents} />
      <Line name="Distance fee" cents={fare.distance_fee_cents} />
      <Line name="Time fee" cents={fare.time_fee_cents} />
      <Line name="Service fee" cents={fare.service_fee_cents} />
      {fare.helper_fee_cents > 0 && <Line name="Extra helper" cents={fare.helper_fee_cents} />}
      <Line name="Taxes" cents={fare.taxes_cents} />
    </>
  )
}

function Line({ name, cents, sum = false }: { name: string; cents: number; sum?: boolean }) {
  return (
    <div className={sum ? classes.sum : classes.line}>
      <dt>{name}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  )
}
