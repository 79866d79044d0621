import type { DrivenForOrderOut, MileageEntryOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import classes from '../TaxCenter.module.css'

type Driven = Pick<
  MileageEntryOut | DrivenForOrderOut,
  'vehicle_used' | 'fuel_cost_cents' | 'verified'
>

/** With what it was driven, what the fuel cost, and whether the device's positions show the miles. */
export function DrivenWith({ driven }: { driven: Driven }) {
  const fuel = driven.fuel_cost_cents
  const words = [
    driven.vehicle_used,
    fuel === null ? '' : `Fuel ${formatCents(fuel)}`,
    driven.verified ? 'Verified by positions' : 'Not verified',
  ]
  return <p className={classes.quiet}>{words.filter(Boolean).join(' · ')}</p>
}
