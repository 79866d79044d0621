import { IconHourglass } from '@tabler/icons-react'
import { EmptyState } from '@/components/EmptyState'
import { TABS, type Tab } from './tabs'

const MEANWHILE: Record<Exclude<Tab, 'orders'>, string> = {
  payments:
    'Each order shows its price, and its tracking page shows what was charged and refunded.',
  splits: 'Home shows the part of an example fare that goes to the driver.',
  communication: 'Once a driver is assigned, you find their number beside the order.',
}

/** A tab that is promised and not written yet: it says so, and what helps today. */
export function LaterTab({ tab }: { tab: Exclude<Tab, 'orders'> }) {
  return (
    <EmptyState icon={<IconHourglass size={28} />} title={`${TABS[tab]} is not built yet`}>
      <p>{MEANWHILE[tab]}</p>
    </EmptyState>
  )
}
