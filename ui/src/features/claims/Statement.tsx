import type { ClaimParty } from '@/api/generated/types.gen'
import { dateAndTime } from '@/components/time'
import classes from './ClaimFile.module.css'

const SPEAKERS = {
  customer: 'Customer',
  driver: 'Driver',
  admin: 'Our question',
  admin_to_driver: 'Our question to the driver',
} satisfies Record<ClaimParty, string>

/** Something that a party said about a report. */
export function Statement(props: { party: ClaimParty; at: string; children: string }) {
  return (
    <blockquote className={classes.said} data-party={props.party}>
      <span className={classes.note}>
        {SPEAKERS[props.party]} · {dateAndTime(props.at)}
      </span>
      <p>{props.children}</p>
    </blockquote>
  )
}
