import { Button, Skeleton } from '@mantine/core'
import { IconBulb, IconFileDownload } from '@tabler/icons-react'
import type { ServiceType, TaxYearOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { Money } from '@/components/Money'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { useDownloadTaxSummary } from '@/shared/receipts/useReceiptActions'
import { MonthBars } from './MonthBars'
import type { TaxYearQuery } from './queries'
import classes from './TaxYearSummary.module.css'

const SERVICES = Object.keys(SERVICE_NAMES) as ServiceType[]

/** What the year came to, by service and by month, to look at and to keep (PAY-15). */
export function TaxYearSummary({ query }: { query: TaxYearQuery }) {
  return (
    <section className={classes.summary} aria-labelledby="tax-year">
      <h2 id="tax-year" className={classes.heading}>
        Tax Year Summary{query.data && ` ${query.data.tax_year}`}
      </h2>
      <DataPanel
        query={query}
        failure="The tax year could not be loaded"
        skeleton={<Skeleton height={232} radius="md" />}
      >
        {(year) => <Year year={year} />}
      </DataPanel>
    </section>
  )
}

function Year({ year }: { year: TaxYearOut }) {
  const download = useDownloadTaxSummary()
  return (
    <>
      <div className={classes.year}>
        <dl className={classes.services}>
          {SERVICES.map((service) => (
            <Service
              key={service}
              service={service}
              cents={year.by_service[`${service}_cents`]}
              of={year.total_spent_cents}
            />
          ))}
          <div className={classes.taxes}>
            <dt>Sales tax included</dt>
            <dd>
              <Money cents={year.taxes_cents} />
            </dd>
          </div>
        </dl>
        <MonthBars year={year} />
      </div>
      <footer className={classes.foot}>
        <p className={classes.tip}>
          <IconBulb size={20} aria-hidden="true" />
          <span>
            <strong>Business expenses:</strong> moving and delivery for your business may be
            deductible. Keep the receipts, and ask a tax professional.
          </span>
        </p>
        <Button
          leftSection={<IconFileDownload size={18} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate(year.tax_year)}
        >
          Download Tax Summary
        </Button>
      </footer>
    </>
  )
}

function Service(props: { service: ServiceType; cents: number; of: number }) {
  const share = props.of > 0 ? Math.round((100 * props.cents) / props.of) : 0
  return (
    <div className={classes.service} data-service={props.service}>
      <dt>{SERVICE_NAMES[props.service]}</dt>
      <dd>
        <Money cents={props.cents} />
        <span className={classes.share}>{share}%</span>
      </dd>
      <dd className={classes.bar} aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </dd>
    </div>
  )
}
