import type { FareOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { chargesEstimate } from '../trip'
import type { Offer } from '../useMatches'
import classes from './BothPrices.module.css'

/**
 * The calculator's price and the driver's, and that the latter is paid (OP-09). Nothing is shown where
 * there is one price: by our price list whoever drives, or by chance.
 */
export function BothPrices({ quoted, offer }: { quoted: FareOut; offer: Offer }) {
  if (!chargesEstimate(offer) || quoted.total_cents === offer.fare.total_cents) return null
  return (
    <details className={classes.why}>
      <summary>How this compares with our price list</summary>
      <p className={classes.because}>
        Our price list is a guide. Drivers set their own rates, and you pay {offer.name}’s.
      </p>
      <section className={classes.prices} aria-label="Both prices">
        <Price
          name="Calculator price"
          subtotal={quoted.subtotal_cents}
          total={quoted.total_cents}
          paid={false}
        />
        <Price
          name={`${offer.name}’s price`}
          subtotal={offer.estimated_price_cents}
          total={offer.fare.total_cents}
          paid
        />
      </section>
    </details>
  )
}

function Price(props: { name: string; subtotal: number; total: number; paid: boolean }) {
  return (
    <div className={classes.price} data-paid={props.paid || undefined}>
      <p className={classes.name}>
        {props.name}
        {props.paid && <span className={classes.badge}>You pay this</span>}
      </p>
      <p className={classes.total}>
        <Money cents={props.total} />
      </p>
      <p className={classes.note}>
        <Money cents={props.subtotal} /> + <Money cents={props.total - props.subtotal} /> tax
      </p>
    </div>
  )
}
