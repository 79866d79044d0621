import {
  IconBrandSpeedtest,
  IconChevronDown,
  IconCornerUpRightDouble,
  IconPlayerPause,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react'
import { useId } from 'react'
import type { DrivingEventOut, EventType } from '@/api/generated/types.gen'
import { CONTEST_WORDS, EVENT_WORDS, factsOf, moment, SEVERITY_WORDS } from '../labels'
import classes from './EventCard.module.css'
import { EventDetail } from './EventDetail'

const ICONS = {
  speeding: IconBrandSpeedtest,
  harsh_braking: IconTrendingDown,
  harsh_acceleration: IconTrendingUp,
  route_deviation: IconCornerUpRightDouble,
  idle: IconPlayerPause,
} satisfies Record<EventType, typeof IconTrendingUp>

/** One event in a line; opened it shows where it happened, and can be contested. */
export function EventCard(props: {
  event: DrivingEventOut
  zone: string
  isOpen: boolean
  onToggle: () => void
}) {
  const { event, zone, isOpen } = props
  const id = useId()
  const Icon = ICONS[event.type]
  return (
    <article className={classes.card} aria-labelledby={id}>
      <button
        type="button"
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={`${id}-detail`}
        onClick={props.onToggle}
      >
        <span className={classes.icon} data-severity={event.severity}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <span className={classes.words}>
          <span id={id} className={classes.name}>
            {EVENT_WORDS[event.type]}
          </span>
          <span className={classes.facts}>{factsOf(event)}</span>
          <time className={classes.time} dateTime={event.start}>
            {moment(event.start, zone)}
          </time>
        </span>
        <span className={classes.severity} data-severity={event.severity}>
          {SEVERITY_WORDS[event.severity]}
        </span>
        <IconChevronDown
          className={classes.chevron}
          data-open={isOpen || undefined}
          size={18}
          aria-hidden="true"
        />
      </button>
      {event.contest && (
        <p className={classes.contest} data-status={event.contest.status}>
          {CONTEST_WORDS[event.contest.status]}
        </p>
      )}
      <div id={`${id}-detail`}>{isOpen && <EventDetail event={event} zone={zone} />}</div>
    </article>
  )
}
