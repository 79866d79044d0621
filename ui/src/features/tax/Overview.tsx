import { Skeleton } from '@mantine/core'
import type { DriverTaxQuarterOut, DriverTaxYearOut } from '@/api/generated/types.gen'
import { Badge } from '@/components/Badge'
import { DataPanel } from '@/components/DataPanel'
import { formatCents, Money } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import { dateOf } from '@/components/time'
import { Disclosure } from './Disclosure'
import { LedgerEntries } from './LedgerEntries'
import { calendarDay, ENTRY_KINDS, today } from './labels'
import { type DriverYear, useIncome, useTaxYear, useWithheld } from './queries'
import classes from './TaxCenter.module.css'

/** What a year came to, what may be due on it, and the books behind its income. */
export function Overview({ of }: { of: DriverYear }) {
  const query = useTaxYear(of)
  return (
    <DataPanel
      query={query}
      skeleton={<Skeleton height={320} radius="lg" />}
      failure="Your tax year could not be loaded"
    >
      {(year) => (
        <div className={classes.tab}>
          <Figures year={year} />
          <Quarters quarters={year.quarters} />
          <p className={classes.quiet}>
            An estimate to plan with, and no tax advice: 15.3% self-employment tax on 92.35% of the
            net income, and 22% income tax on the net income. A payment covers what came in by the
            end of its period (the IRS’s annualized income method): nothing is due for a period that
            ended before your first income.
          </p>
          <Disclosure summary="Entries behind earnings and tips">
            <IncomeEntries of={of} />
          </Disclosure>
          {year.withheld_cents !== 0 && (
            <Disclosure summary="Entries behind what was withheld">
              <WithheldEntries of={of} />
            </Disclosure>
          )}
          <p className={classes.quiet}>
            Payments of {year.year} are reported to the IRS from{' '}
            {formatCents(year.reporting_threshold_cents)}
            {year.reporting_threshold_provisional && ' (provisional)'}.
          </p>
        </div>
      )}
    </DataPanel>
  )
}

function Figures({ year }: { year: DriverTaxYearOut }) {
  const miles = `${year.business_miles.toLocaleString('en-US')} business miles`
  return (
    <section aria-label={`Tax year ${year.year}`} className={classes.figures}>
      <StatCard
        label="Earnings"
        hint="after refunds"
        value={<Money cents={year.earnings_cents} />}
      />
      <StatCard label="Tips" value={<Money cents={year.tips_cents} />} />
      <StatCard
        label="Deductible expenses"
        value={<Money cents={year.expenses_cents} />}
        hint="beside the mileage rate"
      />
      <StatCard
        label="Mileage deduction"
        value={<Money cents={year.mileage_deduction_cents} />}
        hint={year.waiting > 0 ? `${miles}; ${notCounted(year.waiting)}` : miles}
      />
      <StatCard label="Net income" value={<Money cents={year.net_income_cents} />} />
      <StatCard
        label="Estimated tax"
        value={<Money cents={year.estimated_tax_cents} />}
        hint="an estimate"
      />
      {year.withheld_cents !== 0 && (
        <StatCard
          label="Withheld from payouts"
          value={<Money cents={year.withheld_cents} />}
          hint="for the tax office"
        />
      )}
    </section>
  )
}

/** Miles are worked out of the device's positions once no more of them can come in. */
function notCounted(waiting: number): string {
  const [orders, are] = waiting === 1 ? ['order', 'is'] : ['orders', 'are']
  return `the miles of ${waiting} ${orders} ${are} added a week after the drive`
}

function Quarters({ quarters }: { quarters: DriverTaxQuarterOut[] }) {
  const now = today()
  const next = quarters.find((each) => each.due_on >= now && each.estimated_tax_cents > 0)
  return (
    <section aria-labelledby="tax-quarters">
      <h3 id="tax-quarters">Quarterly estimates</h3>
      <ul className={`${classes.list} ${classes.quarters}`}>
        {quarters.map((quarter) => (
          <li key={quarter.quarter} className={classes.card}>
            <div className={classes.line}>
              <span>
                Quarter {quarter.quarter}, due {calendarDay(quarter.due_on)}
              </span>
              <span className={classes.amount}>
                {quarter.estimated_tax_cents > 0 ? (
                  <Money cents={quarter.estimated_tax_cents} />
                ) : (
                  'Nothing due'
                )}
              </span>
            </div>
            <p className={classes.quiet}>
              For what came in by {calendarDay(quarter.income_through)}
            </p>
            <div className={classes.badges}>
              {quarter === next && <Badge tone="warn">Next payment</Badge>}
              <span className={classes.quiet}>
                Expenses {formatCents(quarter.expenses_cents)} · mileage{' '}
                {formatCents(quarter.mileage_deduction_cents)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The entries that earnings and tips add up. */
function IncomeEntries({ of }: { of: DriverYear }) {
  return (
    <LedgerEntries
      query={useIncome(of)}
      empty={<p className={classes.quiet}>Nothing was posted for you in {of.year}.</p>}
      name={(entry) => ENTRY_KINDS[entry.kind]}
      about={(entry) =>
        [
          dateOf(entry.at),
          ...(entry.is_tip && entry.kind !== 'tip' ? ['of a tip'] : []),
          entry.transaction_id,
        ].join(' · ')
      }
    />
  )
}

/** The entries that what was withheld adds up, by the payouts that it was withheld of. */
function WithheldEntries({ of }: { of: DriverYear }) {
  return (
    <LedgerEntries
      query={useWithheld(of)}
      name={(entry) => (entry.cents < 0 ? 'Came back with a payout' : 'Withheld')}
      about={(entry) => [dateOf(entry.at), entry.payout_id, entry.transaction_id].join(' · ')}
    />
  )
}
