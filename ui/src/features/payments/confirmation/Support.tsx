import { Link } from '@tanstack/react-router'
import classes from './ConfirmationScreen.module.css'

/** Where help is, by what one needs it for. */
export function Support({ orderId }: { orderId: string }) {
  return (
    <nav className={classes.box} aria-labelledby="help-title">
      <h2 id="help-title" className={classes.heading}>
        Need help?
      </h2>
      <ul className={classes.help}>
        <li>
          <Link to="/track/$orderId" params={{ orderId }}>
            Change or cancel this order
          </Link>
        </li>
        <li>
          <Link to="/dashboard" search={{ tab: 'payments' }}>
            All payments and receipts
          </Link>
        </li>
        <li>
          <Link to="/terms">Cancellation and refunds</Link>
        </li>
      </ul>
    </nav>
  )
}
