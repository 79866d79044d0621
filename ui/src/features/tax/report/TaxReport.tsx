import { Badge } from '@/components/Badge'
import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconReceiptTax } from '@tabler/icons-react'
import type { TaxReportLineOut, TaxReportOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { formatCents, Money } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { StatCard } from '@/components/StatCard'
import { toast } from '@/components/toast'
import { SaveCsv } from '../SaveCsv'
import classes from '../TaxCenter.module.css'
import { reportAsCsv, useFiling, useTaxReport } from './queries'
import type { TaxReportSearch } from './search'
import { Withholding } from './Withholding'

const YEARS = 4
const FORMS = { nec: 'Form 1099-NEC', k: 'Form 1099-K' } as const

/** A year over all drivers: what was paid and withheld, and which forms are due (TAX-11). */
export default function TaxReport(props: {
  search: TaxReportSearch
  onSearch: (changed: TaxReportSearch) => void
}) {
  const present = new Date().getFullYear()
  const year = props.search.taxYear ?? present
  const report = useTaxReport(year)
  const years = Array.from({ length: YEARS }, (_, back) => String(present - back))
  return (
    <section aria-labelledby="tax-report" className={classes.center}>
      <header className={classes.top}>
        <h2 id="tax-report">Tax Report</h2>
        <div className={classes.actions}>
          <NativeSelect
            label="Tax year"
            data={years.includes(String(year)) ? years : [String(year), ...years]}
            value={String(year)}
            onChange={({ currentTarget }) => {
              const next = Number(currentTarget.value)
              props.onSearch({ taxYear: next === present ? undefined : next })
            }}
          />
          <SaveCsv name={`tax-report-${year}.csv`} load={() => reportAsCsv(year)} />
        </div>
      </header>
      <DataPanel
        query={report}
        skeleton={<Skeleton height={420} radius="lg" />}
        failure="The tax report could not be loaded"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState icon={<IconReceiptTax size={28} />} title={`No driver earned in ${year}`} />
        }
      >
        {({ first, items }) => (
          <div className={classes.tab}>
            {first && <Totals report={first} />}
            <Withholding year={year} />
            {first && year < present && <Filing report={first} />}
            <ul className={classes.list}>
              {items.map((line) => (
                <li key={line.driver_id} className={classes.card}>
                  <Line line={line} />
                </li>
              ))}
            </ul>
            <ShowOlder query={report} what="drivers" />
          </div>
        )}
      </DataPanel>
    </section>
  )
}

function Totals({ report: { totals, form } }: { report: TaxReportOut }) {
  if (!totals) return null
  return (
    <section aria-label="Totals" className={classes.figures} data-four>
      <StatCard label="Drivers" value={totals.drivers.toLocaleString('en-US')} />
      <StatCard
        label="Paid to drivers"
        value={<Money cents={totals.earnings_cents + totals.tips_cents} />}
        hint={`${formatCents(totals.tips_cents)} of it tips`}
      />
      <StatCard
        label="Withheld"
        value={<Money cents={totals.withheld_cents} />}
        hint="24%, for the tax office"
      />
      <StatCard
        label="Forms due"
        value={totals.to_report.toLocaleString('en-US')}
        hint={
          totals.without_w9 > 0 ? `${totals.without_w9} without Form W-9` : `each a ${FORMS[form]}`
        }
      />
    </section>
  )
}

/** The files for the IRS's portal; they hold taxpayer numbers in full. */
function Filing({ report }: { report: TaxReportOut }) {
  const filing = useFiling()
  const missing = report.totals?.without_w9 ?? 0
  const save = (leaveOut: boolean) =>
    filing.mutate(
      { tax_year: report.year, leave_out: leaveOut },
      {
        onSuccess: ({ originals, corrections, leftOut }) =>
          toast.success(
            `${originals} forms and ${corrections} corrections were saved${leftOut > 0 ? `, ${leftOut} left out` : ''}.`,
            { id: 'filing' },
          ),
      },
    )
  return (
    <div className={classes.card}>
      <p className={classes.quiet}>
        {report.form === 'k'
          ? 'Tables of the form’s boxes, to fill the IRS’s template from or for a filing service,'
          : 'Files for the IRS’s portal (IRIS)'}{' '}
        hold taxpayer numbers in full. Who opens them is in the audit trail; keep them where nobody
        else reads them.
      </p>
      {filing.error && <FormErrorBox wait={0}>{sentenceOf(filing.error)}</FormErrorBox>}
      <div className={classes.actions}>
        <Button loading={filing.isPending} onClick={() => save(false)}>
          Export {report.form === 'k' ? 'Forms 1099-K' : 'Forms 1099-NEC'}
        </Button>
        {missing > 0 && (
          <Button variant="default" disabled={filing.isPending} onClick={() => save(true)}>
            Export Without the {missing} Missing
          </Button>
        )}
      </div>
    </div>
  )
}

function Line({ line }: { line: TaxReportLineOut }) {
  return (
    <>
      <div className={classes.line}>
        <span>{line.name}</span>
        <span className={classes.amount}>
          <Money cents={line.earnings_cents + line.tips_cents} />
        </span>
      </div>
      <div className={classes.badges}>
        {line.is_reported && <Badge>Form due</Badge>}
        {!line.has_w9 && <Badge tone="warn">No Form W-9</Badge>}
        <span className={classes.quiet}>
          {line.payments === 1 ? '1 payment' : `${line.payments.toLocaleString('en-US')} payments`}
          {line.withheld_cents !== 0 && ` · ${formatCents(line.withheld_cents)} withheld`}
          {line.last4 && ` · number ending in ${line.last4}`}
        </span>
      </div>
      <p className={classes.quiet}>{line.driver_id}</p>
    </>
  )
}
