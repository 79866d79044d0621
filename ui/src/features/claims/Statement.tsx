import type { ClaimParty } from '@/api/generated/types.gen'
import { dayAndTime } from '@/components/time'
import classes from './ClaimFile.module.css'

const SPEAKERS = {
  customer: 'Customer',
  driver: 'Driver',
  admin: 'Our question',
} satisfies Record<ClaimParty, string>

/** Something that a party said about a report. */
export function Statement(props: { party: ClaimParty; at: string; children: string }) {
  return (
    <blockquote className={classes.said} data-party={props.party}>
      <span className={classes.note}>
        {SPEAKERS[props.party]} · {dayAndTime(props.at, Date.now())}
      </span>
      <p>{props.children}</p>
    </blockquote>
  )
}
