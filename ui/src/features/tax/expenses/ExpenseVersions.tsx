import { useQuery } from '@tanstack/react-query'
import { listExpenseChangesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ExpenseCategory, TaxRecordChangeOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { CATEGORIES, calendarDay } from '../labels'
import { Versions } from '../Versions'

/** How an expense was before each change. */
export function ExpenseVersions(props: { driverId: string; id: string }) {
  const path = { driver_id: props.driverId, expense_id: props.id }
  return <Versions query={useQuery(listExpenseChangesOptions({ path }))} wordsOf={wordsOf} />
}

function wordsOf(before: TaxRecordChangeOut['before']): string {
  const { date, category, amount_cents: cents, description, is_business: isBusiness } = before
  const parts = [
    calendarDay(String(date)),
    CATEGORIES[category as ExpenseCategory],
    formatCents(Number(cents)),
    String(description),
  ]
  return [...parts, ...(isBusiness ? [] : ['not for business'])].join(', ')
}
