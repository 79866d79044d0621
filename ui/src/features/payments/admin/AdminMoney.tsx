import { Link } from '@tanstack/react-router'
import PaymentSplits from '../splits/PaymentSplits'
import classes from './AdminMoney.module.css'
import AllPayments from './AllPayments'

const TABS = { payments: 'Payments', splits: 'Payment Splits' } as const
type Tab = keyof typeof TABS

/** What administrators do about money: refunds, and splits that failed. */
export default function AdminMoney({ word }: { word: string | undefined }) {
  const tab: Tab = word === 'splits' ? 'splits' : 'payments'
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Admin</h1>
      <nav className={classes.tabs} aria-label="Admin">
        {(Object.keys(TABS) as Tab[]).map((each) => (
          <Link
            key={each}
            to="/admin"
            search={{ tab: each }}
            aria-current={each === tab ? 'page' : undefined}
            activeOptions={{ exact: true, explicitUndefined: true }}
            activeProps={{}}
          >
            {TABS[each]}
          </Link>
        ))}
      </nav>
      {tab === 'payments' ? <AllPayments /> : <PaymentSplits showAll />}
    </div>
  )
}
