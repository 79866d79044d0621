import type { FareOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { chargesEstimate } from '../trip'
import type { Offer } from '../useMatches'
import classes from './BothPrices.module.css'

/** The calculator's price and the driver's, and which of the two is paid (OP-09). */
export function BothPrices({ quoted, offer }: { quoted: FareOut; offer: Offer }) {
  const byDriver = chargesEstimate(offer)
  return (
    <details className={classes.why}>
      <summary>Why did it change?</summary>
      <p className={classes.because}>
        {byDriver
          ? `Our price list gives a guide. Drivers set their own rates, and you pay ${offer.name}’s.`
          : 'You pay by our price list, whichever driver you choose.'}
      </p>
      <section className={classes.prices} aria-label="Both prices">
        <Price
          name="Calculator price"
          subtotal={quoted.subtotal_cents}
          total={quoted.total_cents}
          paid={!byDriver}
        />
        <Price
          name={`${offer.name}'s price`}
          subtotal={offer.estimated_price_cents}
          total={byDriver ? offer.fare.total_cents : null}
          paid={byDriver}
        />
      </section>
    </details>
  )
}

function Price(props: { name: string; subtotal: number; total: number | null; paid: boolean }) {
  return (
    <div className={classes.price} data-paid={props.paid || undefined}>
      <p className={classes.name}>
        {props.name}
        {props.paid && <span className={classes.badge}>You pay this</span>}
      </p>
      <p className={classes.total}>
        <Money cents={props.total ?? props.subtotal} />
      </p>
      <p className={classes.note}>
        {props.total === null ? (
          'before tax'
        ) : (
          <>
            <Money cents={props.subtotal} /> + <Money cents={props.total - props.subtotal} /> tax
          </>
        )}
      </p>
    </div>
  )
}
