import { IconBolt, IconListDetails, IconShieldCheck } from '@tabler/icons-react'
import { ARRIVES } from '@/shared/payouts/arrival'
import classes from './Instant.module.css'

/** What speaks for it, and what it costs (OUT-22). */
export function WhyInstant() {
  return (
    <section className={classes.card} aria-labelledby="why-instant">
      <h3 id="why-instant">Why Use Instant Payouts?</h3>
      <ul className={classes.why}>
        <li>
          <IconBolt size={20} aria-hidden="true" />
          Your money arrives {ARRIVES.instant}, on any day of the week.
        </li>
        <li>
          <IconListDetails size={20} aria-hidden="true" />
          You see every fee before you confirm. A standard payout stays free.
        </li>
        <li>
          <IconShieldCheck size={20} aria-hidden="true" />
          After a new method or password they wait for 72 hours, and so does every payout to the new
          method, so that nobody else takes your money.
        </li>
      </ul>
    </section>
  )
}
