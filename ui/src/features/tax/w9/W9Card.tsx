import { Button, Skeleton } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { TaxpayerOut } from '@/api/generated/types.gen'
import { Badge } from '@/components/Badge'
import { DataPanel } from '@/components/DataPanel'
import { Notice } from '@/components/Notice'
import { dateOf } from '@/components/time'
import classes from '../TaxCenter.module.css'
import { CLASSIFICATIONS, NUMBER_TYPES, WITHHELD } from './labels'
import { useTaxpayer } from './queries'
import { W9Form } from './W9Form'

/** Who the driver is to the tax office, and what follows while that is missing (OP-67). */
export function W9Card({ driverId }: { driverId: string }) {
  const query = useTaxpayer(driverId)
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>Taxpayer information</h3>
      <DataPanel
        query={query}
        skeleton={<Skeleton height={120} radius="lg" />}
        failure="Your Form W-9 could not be loaded"
      >
        {(taxpayer) => (
          <div className={classes.card}>
            <Given taxpayer={taxpayer} />
            <div className={classes.actions}>
              <Button
                variant={taxpayer.form ? 'default' : 'filled'}
                leftSection={<IconShieldLock size={18} aria-hidden="true" />}
                onClick={() => setOpen(true)}
              >
                {taxpayer.form ? 'Update Form W-9' : 'Fill In Form W-9'}
              </Button>
            </div>
            {isOpen && (
              <W9Form driverId={driverId} taxpayer={taxpayer} onClose={() => setOpen(false)} />
            )}
          </div>
        )}
      </DataPanel>
    </section>
  )
}

function Given({ taxpayer: { form, is_withholding: isWithholding } }: { taxpayer: TaxpayerOut }) {
  if (!form)
    return (
      <Notice kind="news" title="We need your Form W-9">
        {WITHHELD} It takes two minutes, and your number is encrypted.
      </Notice>
    )
  return (
    <>
      <div className={classes.line}>
        <span>{form.business_name || form.name}</span>
        <span>
          {NUMBER_TYPES[form.number_type]} ending in {form.last4}
        </span>
      </div>
      <p className={classes.quiet}>
        {CLASSIFICATIONS[form.classification]} · {form.street}
        {form.unit && `, ${form.unit}`}, {form.city}, {form.state} {form.zip_code} · signed{' '}
        {dateOf(form.certified_at)}
      </p>
      {isWithholding && (
        <div className={classes.badges}>
          <Badge tone="warn">24% of payouts is withheld</Badge>
        </div>
      )}
    </>
  )
}
