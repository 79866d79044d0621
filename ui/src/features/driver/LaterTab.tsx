import { IconHourglass } from '@tabler/icons-react'
import { EmptyState } from '@/components/EmptyState'
import { TABS, type Tab } from './tabs'

type Later = Exclude<Tab, 'jobs' | 'earnings' | 'performance-analytics'>

const MEANWHILE: Record<Later, string> = {
  'instant-payouts': 'Earnings & Splits shows what each job paid you and whether it was sent.',
  communication: 'Each job in hand has a button that calls the customer.',
  'call-log': 'Your phone keeps the calls that you make from here.',
  'tax-center': 'Earnings & Splits shows the amounts that your taxes begin with.',
  payouts: 'Earnings & Splits shows what each job paid you and whether it was sent.',
}

/** A tab that is promised and not written yet: it says so, and what helps today. */
export function LaterTab({ tab }: { tab: Later }) {
  return (
    <EmptyState icon={<IconHourglass size={28} />} title={`${TABS[tab]} is not built yet`}>
      <p>{MEANWHILE[tab]}</p>
    </EmptyState>
  )
}
