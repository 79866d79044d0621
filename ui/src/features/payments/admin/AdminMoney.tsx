import { DashboardFrame } from '@/components/DashboardFrame'
import PaymentSplits from '../splits/PaymentSplits'
import AllPayments from './AllPayments'

const TABS = { payments: 'Payments', splits: 'Payment Splits' } as const

/** What administrators do about money: refunds, and splits that failed. */
export default function AdminMoney({ word }: { word: string | undefined }) {
  const tab = word === 'splits' ? 'splits' : 'payments'
  return (
    <DashboardFrame title="Admin" to="/admin" tabs={TABS} first="payments" open={tab}>
      {tab === 'payments' ? <AllPayments /> : <PaymentSplits showAll />}
    </DashboardFrame>
  )
}
