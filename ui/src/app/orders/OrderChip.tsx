import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '@/components/useNow'
import { nextOrderOptions } from '@/shared/orders/nextOrder'
import { chipText, openOrder } from './chipText'
import classes from './OrderChip.module.css'

/** Often enough for minutes. */
const LOOK_MS = 5_000

/** What the customer's next order does now, on every page; nothing while they have none open. */
export default function OrderChip() {
  const { data, dataUpdatedAt } = useQuery(nextOrderOptions())
  const order = openOrder(data)
  const now = useNow(order ? LOOK_MS : null)
  if (!data || !order) return null
  // The server's clock decides, as on the order's page.
  const serverNow = Date.parse(data.as_of) + Math.max(0, now - dataUpdatedAt)
  const { words, short } = chipText(order, serverNow)
  return (
    <Link
      to="/track/$orderId"
      params={{ orderId: order.id }}
      search={{ token: undefined }}
      className={classes.chip}
      data-chip
      data-live={order.is_en_route || undefined}
      aria-label={`Order #${order.number}: ${words}`}
    >
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.words}>{words}</span>
      <span className={classes.short}>{short}</span>
    </Link>
  )
}
