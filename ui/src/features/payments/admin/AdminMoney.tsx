import type { ReactNode } from 'react'
import { DashboardFrame } from '@/components/DashboardFrame'
import PaymentSplits from '../splits/PaymentSplits'
import AllPayments from './AllPayments'

const TABS = {
  payments: 'Payments',
  orders: 'Orders',
  splits: 'Payment Splits',
  reports: 'Not Delivered',
  contests: 'Driving Contests',
  jobs: 'Jobs',
} as const
type Tab = keyof typeof TABS
/** Tabs that belong to other features. */
type Other = 'orders' | 'reports' | 'contests' | 'jobs'

/** What administrators do about money, and the tabs of *others* beside it. */
export default function AdminMoney(props: {
  word: string | undefined
  others: Record<Other, ReactNode>
}) {
  const tab = isTab(props.word) ? props.word : 'payments'
  const content = {
    payments: <AllPayments />,
    splits: <PaymentSplits showAll />,
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
