import { Skeleton } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { ButtonLink } from '@/components/RouterLink'
import { ShowOlder } from '@/components/ShowOlder'
import { OrderCard } from './OrderCard'
import classes from './OrdersTab.module.css'
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
        <>
          <ul className={classes.list}>
            {list.map((booked) => (
              <li key={booked.order.id}>
                <OrderCard booked={booked} />
              </li>
            ))}
          </ul>
          <ShowOlder query={orders} what="orders" />
        </>
      )}
    </DataPanel>
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
