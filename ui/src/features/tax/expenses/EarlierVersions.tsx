import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listExpenseChangesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ExpenseCategory, ExpenseOut, TaxRecordChangeOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { dateOf } from '@/components/time'
import { CATEGORIES, calendarDay } from '../labels'
import classes from '../TaxCenter.module.css'

/** How an expense was before each change: asked for once it is opened. */
export function EarlierVersions(props: { driverId: string; expense: ExpenseOut }) {
  const { driverId, expense } = props
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...listExpenseChangesOptions({ path: { driver_id: driverId, expense_id: expense.id } }),
    enabled: isOpen,
  })
  return (
    <details
      className={classes.details}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Earlier versions</summary>
      {isOpen && (
        <DataPanel
          query={query}
          skeleton={<Skeleton height={48} radius="lg" />}
          failure="The earlier versions could not be loaded"
          isEmpty={({ items }) => items.length === 0}
          empty={<p className={classes.quiet}>Nothing of it was changed.</p>}
        >
          {({ items }) => (
            <ul className={classes.list}>
              {items.map((change) => (
                <li key={change.changed_at} className={classes.quiet}>
                  Until {dateOf(change.changed_at)}: {wordsOf(change)}
                </li>
              ))}
            </ul>
          )}
        </DataPanel>
      )}
    </details>
  )
}

function wordsOf({ before }: TaxRecordChangeOut): string {
  const { date, category, amount_cents: cents, description, is_business: isBusiness } = before
  const parts = [
    calendarDay(String(date)),
    CATEGORIES[category as ExpenseCategory],
    formatCents(Number(cents)),
    String(description),
  ]
  return [...parts, ...(isBusiness ? [] : ['not for business'])].join(', ')
}
