import type { ReactNode } from 'react'
import { DashboardFrame } from '@/components/DashboardFrame'
import PaymentSplits from '../splits/PaymentSplits'
import AllPayments from './AllPayments'
import Differences from './Differences'

const TABS = {
  payments: 'Payments',
  orders: 'Orders',
  splits: 'Payment Splits',
  differences: 'Differences',
  reports: 'Not Delivered',
  contests: 'Driving Contests',
  accounts: 'Accounts',
  jobs: 'Jobs',
} as const
type Tab = keyof typeof TABS
/** Tabs that belong to other features. */
type Other = 'orders' | 'reports' | 'contests' | 'accounts' | 'jobs'

/** What administrators do about money, and the tabs of *others* beside it. */
export default function AdminMoney(props: {
  word: string | undefined
  others: Record<Other, ReactNode>
}) {
  const tab = isTab(props.word) ? props.word : 'payments'
  const content = {
    payments: <AllPayments />,
    splits: <PaymentSplits showAll />,
    differences: <Differences />,
    ...props.others,
  } satisfies Record<Tab, ReactNode>
  return (
    <DashboardFrame title="Admin" to="/admin" tabs={TABS} first="payments" open={tab}>
      {content[tab]}
    </DashboardFrame>
  )
}

function isTab(word: string | undefined): word is Tab {
  return word !== undefined && Object.hasOwn(TABS, word)
}
