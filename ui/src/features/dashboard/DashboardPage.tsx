import {
  IconCalendarEvent,
  IconCircleCheck,
  IconPlus,
  IconReceipt2,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DashboardFrame } from '@/components/DashboardFrame'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { StatCard } from '@/components/StatCard'
import { OrdersTab } from './OrdersTab'
import { useFigures } from './queries'
import { TABS, type Tab, tabOf } from './tabs'

type Props = {
  word: string | undefined
  /** The tabs that are other features. */
  panels: Record<'payments' | 'splits', ReactNode>
}

/** /dashboard for somebody who is signed in (ORD-12). */
export function DashboardPage({ word, panels }: Props) {
  const tab = tabOf(word)
  return (
    <DashboardFrame
      title="My Dashboard"
      actions={
        <ButtonLink to="/book-service" leftSection={<IconPlus size={18} aria-hidden="true" />}>
          New Order
        </ButtonLink>
      }
      figures={<Figures />}
      to="/dashboard"
      tabs={TABS}
      first="orders"
      open={tab}
    >
      <Content tab={tab} panels={panels} />
    </DashboardFrame>
  )
}

function Content({ tab, panels }: { tab: Tab; panels: Props['panels'] }) {
  switch (tab) {
    case 'orders':
      return <OrdersTab />
    case 'payments':
    case 'splits':
      return panels[tab]
    default:
      return tab satisfies never
  }
}

function Figures() {
  const { data, isError } = useFigures()
  const unknown = isError ? '–' : undefined
  return (
    <>
      <StatCard
        label="Active Orders"
        icon={<IconTruckDelivery size={16} />}
        value={data?.active ?? unknown}
      />
      <StatCard
        label="Upcoming"
        icon={<IconCalendarEvent size={16} />}
        value={data?.upcoming ?? unknown}
      />
      <StatCard
        label="Completed"
        icon={<IconCircleCheck size={16} />}
        value={data?.completed ?? unknown}
      />
      <StatCard
        label="Total Spent"
        icon={<IconReceipt2 size={16} />}
        value={data ? <Money cents={data.spent_cents} /> : unknown}
      />
    </>
  )
}
