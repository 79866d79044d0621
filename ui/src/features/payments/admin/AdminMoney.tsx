import type { ReactNode } from 'react'
import { DashboardFrame } from '@/components/DashboardFrame'
import PaymentSplits from '../splits/PaymentSplits'
import AllPayments from './AllPayments'

const TABS = { payments: 'Payments', splits: 'Payment Splits', jobs: 'Jobs' } as const
type Tab = keyof typeof TABS

/** What administrators do about money: refunds, splits that failed, and *jobs* that were given up. */
export default function AdminMoney({ word, jobs }: { word: string | undefined; jobs: ReactNode }) {
  const tab: Tab = word === 'splits' || word === 'jobs' ? word : 'payments'
  const content = { payments: <AllPayments />, splits: <PaymentSplits showAll />, jobs }
  return (
    <DashboardFrame title="Admin" to="/admin" tabs={TABS} first="payments" open={tab}>
      {content[tab]}
    </DashboardFrame>
  )
}
