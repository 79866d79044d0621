import { Button } from '@mantine/core'
import { useState } from 'react'
import type { WithheldMonthOut } from '@/api/generated/types.gen'
import { Badge } from '@/components/Badge'
import { formatCents, Money } from '@/components/Money'
import { calendarDay } from '../labels'
import classes from '../TaxCenter.module.css'
import { monthOf } from './monthOf'
import { useWithholding } from './queries'
import { RemittanceForm } from './RemittanceForm'

/** What was withheld by month, and what of it is still to be paid to the tax office by when. */
export function Withholding({ year }: { year: number }) {
  const { data: found } = useWithholding(year)
  const [paying, setPaying] = useState<WithheldMonthOut>()
  if (!found) return null
  const months = found.months.filter((each) => each.withheld_cents || each.remitted_cents)
  if (!months.length && !found.payable_cents) return null
  return (
    <section aria-label="Withholding" className={classes.card}>
      <div className={classes.line}>
        <h3>Payable to the IRS</h3>
        <span className={classes.amount}>
          <Money cents={found.payable_cents} />
        </span>
      </div>
      <p className={classes.quiet}>
        What was withheld of drivers and not paid on yet, of every year. Pay it yourself and record
        it here: no money is sent by this.
      </p>
      <ul className={classes.list}>
        {months.map((month) => (
          <li key={month.period}>
            <Month month={month} onPay={() => setPaying(month)} />
          </li>
        ))}
      </ul>
      {found.remittances.map((each) => (
        <p key={each.id} className={classes.quiet}>
          {formatCents(each.amount_cents)} paid on {calendarDay(each.paid_on)} for{' '}
          {monthOf(each.period)} · {each.reference}
        </p>
      ))}
      {paying && <RemittanceForm year={year} month={paying} onClose={() => setPaying(undefined)} />}
    </section>
  )
}

function Month({ month, onPay }: { month: WithheldMonthOut; onPay: () => void }) {
  const name = monthOf(month.period)
  const isDue = month.due_cents > 0
  return (
    <>
      <div className={classes.line}>
        <span>{name}</span>
        <span className={classes.amount}>
          <Money cents={month.withheld_cents} />
        </span>
      </div>
      <div className={classes.badges}>
        {isDue ? (
          <Badge tone="warn">{formatCents(month.due_cents)} due</Badge>
        ) : (
          <Badge>Paid</Badge>
        )}
        <span className={classes.quiet}>
          {month.remitted_cents > 0 && `${formatCents(month.remitted_cents)} paid`}
          {isDue && month.due_on && ` Due by ${calendarDay(month.due_on)}`}
          {isDue && !month.due_on && ' Due within days: so much was withheld'}
        </span>
      </div>
      {isDue && (
        <div className={classes.actions}>
          <Button variant="default" onClick={onPay} aria-label={`Record Payment for ${name}`}>
            Record Payment
          </Button>
        </div>
      )}
    </>
  )
}
