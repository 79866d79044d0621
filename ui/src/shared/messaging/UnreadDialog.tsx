import { Button } from '@mantine/core'
import { IconArrowLeft, IconChevronRight, IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnreadOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { Dialog } from '@/components/Dialog'
import { EmptyState } from '@/components/EmptyState'
import { ButtonLink } from '@/components/RouterLink'
import { dayAndTime } from '@/components/time'
import { MessagingPanel } from './MessagingPanel'
import { type Party, unreadOptions } from './queries'
import classes from './UnreadDialog.module.css'

type Unread = UnreadOut['orders'][number]

/** The orders in which something waits to be read, and each one's messages. */
export default function UnreadDialog({ party, onClose }: { party: Party; onClose: () => void }) {
  const query = useQuery(unreadOptions())
  const [chosen, setChosen] = useState<Pick<Unread, 'order_id' | 'party' | 'number'> | null>(null)
  if (chosen) {
    return (
      <Dialog title={`Order #${chosen.number}`} onClose={onClose}>
        <div className={classes.actions}>
          <Button
            size="compact-md"
            variant="subtle"
            leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
            onClick={() => setChosen(null)}
          >
            All Messages
          </Button>
          {chosen.party === 'customer' ? (
            <ButtonLink
              size="compact-md"
              variant="subtle"
              to="/track/$orderId"
              params={{ orderId: chosen.order_id }}
              onClick={onClose}
            >
              Track Order
            </ButtonLink>
          ) : (
            <ButtonLink size="compact-md" variant="subtle" to="/driver-dashboard" onClick={onClose}>
              Driver Dashboard
            </ButtonLink>
          )}
        </div>
        <MessagingPanel
          orderId={chosen.order_id}
          party={chosen.party === 'driver' ? 'driver' : 'customer'}
          known={{ order_number: String(chosen.number) }}
          withoutTitle
        />
      </Dialog>
    )
  }
  return (
    <Dialog title="Messages" onClose={onClose}>
      <DataPanel
        query={query}
        failure="Your messages could not be loaded"
        skeleton={<div className={classes.skeleton} />}
        isEmpty={({ orders }) => orders.length === 0}
        empty={
          <EmptyState
            icon={<IconMessage2 size={28} />}
            title="Nothing new"
            action={<ToOrders party={party} onClose={onClose} />}
          >
            <p>{WHERE[party]}</p>
          </EmptyState>
        }
      >
        {({ orders }) => <List orders={orders} onChoose={setChosen} />}
      </DataPanel>
    </Dialog>
  )
}

const WHERE = {
  customer: 'What you have read stays with its order, where you write to your driver too.',
  driver: 'What you have read stays with its delivery, where you write to the customer too.',
} satisfies Record<Party, string>

function ToOrders({ party, onClose }: { party: Party; onClose: () => void }) {
  return party === 'customer' ? (
    <ButtonLink to="/dashboard" variant="default" onClick={onClose}>
      My Orders
    </ButtonLink>
  ) : (
    <ButtonLink to="/driver-dashboard" variant="default" onClick={onClose}>
      Driver Dashboard
    </ButtonLink>
  )
}

function List({ orders, onChoose }: { orders: Unread[]; onChoose: (order: Unread) => void }) {
  return (
    <ul className={classes.list}>
      {orders.map((each) => (
        <li key={each.order_id}>
          <button type="button" onClick={() => onChoose(each)}>
            <span className={classes.order}>Order #{each.number}</span>
            <span className={classes.at}>{dayAndTime(each.last_at, Date.now())}</span>
            <span className={classes.count}>{each.unread} new</span>
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
