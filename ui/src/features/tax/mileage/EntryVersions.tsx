import { useQuery } from '@tanstack/react-query'
import { listMileageEntryChangesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { MileagePurpose, TaxRecordChangeOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { calendarDay } from '../labels'
import { Versions } from '../Versions'
import { PURPOSES } from './labels'

/** How an entry of the mileage log was before each change. */
export function EntryVersions(props: { driverId: string; id: string }) {
  const path = { driver_id: props.driverId, entry_id: props.id }
  return <Versions query={useQuery(listMileageEntryChangesOptions({ path }))} wordsOf={wordsOf} />
}

function wordsOf(before: TaxRecordChangeOut['before']): string {
  const { date, miles, purpose, from_place: from, to_place: to, note } = before
  const { vehicle_used: vehicle, fuel_cost_cents: fuel } = before
  const places = [from, to].filter(Boolean).join(' to ')
  return [
    calendarDay(String(date)),
    `${Number(miles).toLocaleString('en-US')} mi`,
    PURPOSES[purpose as MileagePurpose],
    places,
    String(note),
    String(vehicle ?? ''),
    typeof fuel === 'number' ? `fuel ${formatCents(fuel)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
