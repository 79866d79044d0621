import { Skeleton } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { BookedOrderOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { ButtonLink } from '@/components/RouterLink'
import { ShowOlder } from '@/components/ShowOlder'
import { arranged } from './arranged'
import { OrderCard } from './OrderCard'
import classes from './OrdersTab.module.css'
import { PastOrder } from './PastOrder'
import { useBookedOrders } from './queries'

export function OrdersTab() {
  const orders = useBookedOrders()
  return (
    <DataPanel
      query={orders}
      failure="Your orders could not be loaded"
      skeleton={<OrdersSkeleton />}
      isEmpty={(list) => list.length === 0}
      empty={
        <EmptyState
          icon={<IconPackage size={28} />}
          title="No orders yet. Book your first service to get started!"
          action={<ButtonLink to="/book-service">Book a Service</ButtonLink>}
        />
      }
    >
      {(list) => (
        <div className={classes.tab}>
          <Orders booked={list} />
          <ShowOlder query={orders} what="orders" />
        </div>
      )}
    </DataPanel>
  )
}

function Orders({ booked }: { booked: BookedOrderOut[] }) {
  const { first, open, past } = arranged(booked)
  return (
    <>
      {first && (
        <section aria-labelledby="first-order">
          <h2 id="first-order">
            {first.order.status === 'in_progress' ? 'Happening now' : 'Your next order'}
          </h2>
          <OrderCard booked={first} isFirst />
        </section>
      )}
      {open.length > 0 && (
        <section aria-labelledby="open-orders">
          <h2 id="open-orders">{first ? 'Other open orders' : 'Open orders'}</h2>
          <ul className={classes.list}>
            {open.map((each) => (
              <li key={each.order.id}>
                <OrderCard booked={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {past.length > 0 && (
        <section aria-labelledby="past-orders">
          <h2 id="past-orders">Past orders</h2>
          <ul className={classes.rows}>
            {past.map((each) => (
              <li key={each.order.id}>
                <PastOrder booked={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function OrdersSkeleton() {
  return (
    <div className={classes.list}>
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={186} radius="lg" />
      ))}
    </div>
  )
}
