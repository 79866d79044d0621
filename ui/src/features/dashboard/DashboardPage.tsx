import { IconCircleCheck, IconPlus, IconReceipt2, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { StatCard } from '@/components/StatCard'
import classes from './DashboardPage.module.css'
import { LaterTab } from './LaterTab'
import { OrdersTab } from './OrdersTab'
import { useFigures } from './queries'
import { TABS, type Tab, tabOf } from './tabs'

type Props = {
  word: string | undefined
  /** The tabs that are other features. */
  panels?: Partial<Record<Tab, ReactNode>>
}

/** /dashboard for somebody who is signed in (ORD-12). */
export function DashboardPage({ word, panels = {} }: Props) {
  const tab = tabOf(word)
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h1>My Dashboard</h1>
        <ButtonLink to="/book-service" leftSection={<IconPlus size={18} aria-hidden="true" />}>
          New Order
        </ButtonLink>
      </header>
      <Figures />
      <nav className={classes.tabs} aria-label="My Dashboard">
        {(Object.keys(TABS) as Tab[]).map((each) => (
          <Link
            key={each}
            to="/dashboard"
            search={{ tab: each === 'orders' ? undefined : each }}
            aria-current={each === tab ? 'page' : undefined}
            // Of all the tabs one is open, whatever else stands in the address.
            activeOptions={{ exact: true, explicitUndefined: true }}
            activeProps={{}}
            resetScroll={false}
          >
            {TABS[each]}
          </Link>
        ))}
      </nav>
      <section aria-label={TABS[tab]}>
        {tab === 'orders' ? <OrdersTab /> : (panels[tab] ?? <LaterTab tab={tab} />)}
      </section>
    </div>
  )
}

function Figures() {
  const { data, isError } = useFigures()
  const unknown = isError ? '–' : undefined
  return (
    <div className={classes.figures}>
      <StatCard
        label="Active Orders"
        icon={<IconTruckDelivery size={16} />}
        value={data?.active ?? unknown}
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
    </div>
  )
}
