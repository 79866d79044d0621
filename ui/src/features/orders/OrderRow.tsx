import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import type { OrderColumn, OverseenOrderOut } from '@/api/generated/types.gen'
import { ColumnLine } from '@/components/columns/ColumnLine'
import { ORDER_COLUMNS } from './columns'
import { Details } from './Details'
import classes from './OrderRow.module.css'

export const END_REM = 1.25

/** One order in a line; its details unfold below it. */
export function OrderRow(props: {
  overseen: OverseenOrderOut
  shown: OrderColumn[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const { overseen, isOpen } = props
  const { order } = overseen
  const details = useId()
  return (
    <article aria-label={`Order ${order.number}`}>
      <ColumnLine
        columns={ORDER_COLUMNS}
        shown={props.shown}
        item={overseen}
        opens
        lead={
          <button
            type="button"
            className={classes.number}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => props.onOpen(!isOpen)}
          >
            #{order.number}
          </button>
        }
        end={
          <IconChevronDown
            className={classes.chevron}
            data-open={isOpen}
            size={20}
            aria-hidden="true"
          />
        }
        endRem={END_REM}
      />
      {isOpen && (
        <div id={details} className={classes.details}>
          <Details orderId={order.id} />
        </div>
      )}
    </article>
  )
}
