import type { ReactNode } from 'react'
import { DashboardFrame } from '@/components/DashboardFrame'

const TABS = {
  overview: 'Overview',
  orders: 'Orders',
  people: 'People',
  payments: 'Payments',
  splits: 'Payment Splits',
  payouts: 'Driver Payouts',
  tax: 'Tax Report',
  differences: 'Differences',
  applications: 'Applications',
  authority: 'Authority',
  claims: 'Reported problems',
  contests: 'Driving Appeals',
  audit: 'Audit',
  jobs: 'Jobs',
} as const
type Tab = keyof typeof TABS

/** The administrators' dashboard: its tabs, and the panel of the open one. */
export function AdminFrame({
  tab,
  panels,
}: {
  tab: string | undefined
  panels: Record<Tab, ReactNode>
}) {
  const open = isTab(tab) ? tab : 'overview'
  return (
    <DashboardFrame title="Admin" to="/admin" tabs={TABS} first="overview" open={open}>
      {panels[open]}
    </DashboardFrame>
  )
}

function isTab(tab: string | undefined): tab is Tab {
  return tab !== undefined && Object.hasOwn(TABS, tab)
}
