import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconReceipt2, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { exportExpenses } from '@/api/generated/sdk.gen'
import type { ExpenseOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { Money } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { StatCard } from '@/components/StatCard'
import { type DriverYear, useExpenses } from '../queries'
import { SaveCsv } from '../SaveCsv'
import classes from '../TaxCenter.module.css'
import { ExpenseCard } from './ExpenseCard'
import { ExpenseForm } from './ExpenseForm'
import { ImportExpenses } from './ImportExpenses'

type Open = { kind: 'form'; known?: ExpenseOut } | { kind: 'import' } | null

/** What was spent in a year, and where it is written down. */
export function ExpensesTab({ of }: { of: DriverYear }) {
  const query = useExpenses(of)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <div className={classes.tab}>
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setOpen({ kind: 'form' })}
        >
          Add Expense
        </Button>
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden="true" />}
          onClick={() => setOpen({ kind: 'import' })}
        >
          Import CSV
        </Button>
        {(query.data?.items.length ?? 0) > 0 && (
          <SaveCsv
            name={`haulage-expenses-${of.year}.csv`}
            load={async () => {
              const path = { driver_id: of.driverId, tax_year: of.year }
              const { data } = await exportExpenses({ path, throwOnError: true, parseAs: 'text' })
              return String(data)
            }}
          />
        )}
      </div>
      <DataPanel
        query={query}
        skeleton={<Skeleton height={320} radius="lg" />}
        failure="Your expenses could not be loaded"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            icon={<IconReceipt2 size={28} />}
            title={`No expenses recorded for ${of.year}`}
          />
        }
      >
        {({ sums, items }) => (
          <>
            <section aria-label="Sums of the year" className={classes.figures}>
              <StatCard label="Spent" value={<Money cents={sums?.spent_cents ?? 0} />} />
              <StatCard
                label="Deductible"
                value={<Money cents={sums?.deductible_cents ?? 0} />}
                hint="the mileage rate stands for the vehicle’s costs"
              />
            </section>
            <ul className={classes.list}>
              {items.map((expense) => (
                <li key={expense.id} className={classes.card}>
                  <ExpenseCard
                    driverId={of.driverId}
                    expense={expense}
                    onEdit={() => setOpen({ kind: 'form', known: expense })}
                  />
                </li>
              ))}
            </ul>
            <ShowOlder query={query} what="expenses" />
          </>
        )}
      </DataPanel>
      {open?.kind === 'form' && (
        <ExpenseForm driverId={of.driverId} known={open.known} onClose={close} />
      )}
      {open?.kind === 'import' && <ImportExpenses driverId={of.driverId} onClose={close} />}
    </div>
  )
}
