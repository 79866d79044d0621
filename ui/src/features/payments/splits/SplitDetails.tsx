import type { ReactNode } from 'react'
import type { RefundPartsOut, SplitOut, SplitPolicy } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { dateAndTime } from '@/components/time'
import { refundPartsLine } from '@/shared/admin/RefundParts'
import classes from './SplitCard.module.css'

const POLICIES = {
  split_50_50: 'Half of the net each',
  order_price_80: '80% of the price before tax to the driver',
  per_delivery: 'By delivery, minutes and miles',
} satisfies Record<SplitPolicy, string>

/** The sum that the shares come from, and what became of the driver's (SPL-01). */
export function SplitDetails({ split }: { split: SplitOut }) {
  const net = split.total_amount_cents - split.taxes_cents - split.processing_fees_cents
  return (
    <dl className={classes.facts}>
      <Fact name="Total">
        <Money cents={split.total_amount_cents} />
      </Fact>
      <Fact name="Taxes">
        <Money cents={-split.taxes_cents} />
      </Fact>
      <Fact name="Processing fees">
        <Money cents={-split.processing_fees_cents} />
      </Fact>
      <Fact name="Net">
        <Money cents={net} />
      </Fact>
      <Fact name="Rule">
        {split.kind === 'tip' ? 'Wholly the driver’s' : POLICIES[split.policy]}
      </Fact>
      {split.refunded_cents > 0 && (
        <Fact name="Refunded since">
          <Money cents={split.refunded_cents} /> ({refundPartsLine(givenBack(split))})
        </Fact>
      )}
      {split.refunded_cents > 0 && (
        <>
          <Fact name="Driver keeps">
            <Money cents={split.driver_amount_cents - split.driver_refunded_cents} />
          </Fact>
          <Fact name="Platform keeps">
            <Money cents={split.platform_amount_cents - split.platform_refunded_cents} />
          </Fact>
        </>
      )}
      {split.earned_at && <Fact name="Earned">{dateAndTime(split.earned_at)}</Fact>}
      {split.completed_at && (
        <Fact name="Share sent to the driver">{dateAndTime(split.completed_at)}</Fact>
      )}
      {split.driver_transfer_id && <Fact name="Transfer">{split.driver_transfer_id}</Fact>}
      {split.attempts > 0 && <Fact name="Attempts">{split.attempts}</Fact>}
      <Fact name="Payment">{split.payment_intent_id}</Fact>
    </dl>
  )
}

/** Whose what was given back was. */
function givenBack(split: SplitOut): RefundPartsOut {
  return {
    driver_cents: split.driver_refunded_cents,
    platform_cents: split.platform_refunded_cents,
    tax_cents: split.taxes_refunded_cents,
    fare_cents: 0,
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
