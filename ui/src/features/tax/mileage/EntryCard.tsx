import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { MileageEntryOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Badge } from '@/components/Badge'
import { confirm } from '@/components/confirm'
import { Money } from '@/components/Money'
import { toast } from '@/components/toast'
import { calendarDay } from '../labels'
import classes from '../TaxCenter.module.css'
import { DrivenWith } from './DrivenWith'
import { useRemoveEntry } from './queries'

/** One entry that was written down: what it was, and what of it counts. */
export function EntryCard(props: { driverId: string; entry: MileageEntryOut; onEdit: () => void }) {
  const { driverId, entry } = props
  const name = nameOf(entry)
  const isPersonal = entry.purpose === 'personal'
  return (
    <>
      <div className={classes.line}>
        <span>
          {name}, {calendarDay(entry.date)}
        </span>
        <span className={classes.amount}>{entry.miles.toLocaleString('en-US')} mi</span>
      </div>
      {entry.note !== '' && name !== entry.note && <p className={classes.quiet}>{entry.note}</p>}
      <DrivenWith driven={entry} />
      <div className={classes.badges}>
        <Badge tone={isPersonal ? undefined : 'good'}>{isPersonal ? 'Personal' : 'Business'}</Badge>
        {!isPersonal && (
          <span className={classes.quiet}>
            <Money cents={entry.deduction_cents} /> at ${entry.dollars_per_mile} a mile
            {entry.is_rate_provisional && ' (provisional)'}
          </span>
        )}
      </div>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="gray"
          aria-label={`Edit ${name}, ${calendarDay(entry.date)}`}
          onClick={props.onEdit}
        >
          Edit
        </Button>
        <Remove driverId={driverId} entry={entry} />
      </div>
    </>
  )
}

function Remove({ driverId, entry }: { driverId: string; entry: MileageEntryOut }) {
  const remove = useRemoveEntry(driverId)
  const what = `${nameOf(entry)}, ${calendarDay(entry.date)}`
  const ask = useMutation({
    mutationFn: async () => {
      const yes = await confirm({
        title: 'Remove this mileage?',
        children: `${what}, ${entry.miles.toLocaleString('en-US')} mi. That it was there, and when you removed it, stays in your records.`,
        confirm: 'Remove Mileage',
        cancel: 'Keep Mileage',
        isDangerous: true,
      })
      if (yes) await remove.mutateAsync(entry.id)
    },
    onError: (error) => toast.error(sentenceOf(error), { id: 'mileage' }),
  })
  return (
    <Button
      variant="subtle"
      color="red.9"
      c="var(--hl-bad)"
      loading={remove.isPending}
      aria-label={`Remove ${what}`}
      onClick={() => ask.mutate()}
    >
      Remove
    </Button>
  )
}

/** The places where both are known, and otherwise the note, which is then there. */
function nameOf({ from_place: from, to_place: to, note }: MileageEntryOut): string {
  return from && to ? `${from} to ${to}` : note
}
