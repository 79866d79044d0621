import classes from './AccessDetails.module.css'
import { type Access, doorOf, givenAccess } from './access'

/** How to get to the door, as far as whoever reads it is shown; nothing where nothing is known. */
export function AccessDetails({ access }: { access: Access | null }) {
  const given = access && givenAccess(access)
  if (!given) return null
  const door = doorOf(given)
  const contact = [given.contact_name, given.contact_phone].filter(Boolean).join(', ')
  return (
    <span className={classes.access}>
      {door && <span className={classes.door}>{door}</span>}
      {given.gate_code && (
        <span>
          Code <strong className={classes.code}>{given.gate_code}</strong>
        </span>
      )}
      {contact && <span>Meets: {contact}</span>}
      {given.note && <span className={classes.note}>{given.note}</span>}
    </span>
  )
}
