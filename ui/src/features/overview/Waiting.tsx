import {
  IconArrowsDiff,
  IconChecks,
  IconCreditCardOff,
  IconGavel,
  IconHeartbeat,
  IconMessageReport,
  IconShieldCheck,
  IconUserCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { WaitingOut } from '@/api/generated/types.gen'
import classes from './AdminOverview.module.css'

const CASES = [
  { key: 'claims', label: 'Reported problems', icon: IconMessageReport, search: { tab: 'claims' } },
  {
    key: 'disputes',
    label: 'Card disputes',
    icon: IconCreditCardOff,
    search: { tab: 'payments', paid: 'disputed' },
  },
  { key: 'contests', label: 'Driving appeals', icon: IconGavel, search: { tab: 'contests' } },
  {
    key: 'applications',
    label: 'Applications to drive',
    icon: IconUserCheck,
    search: { tab: 'applications' },
  },
  {
    key: 'screenings',
    label: 'Background checks to decide',
    icon: IconShieldCheck,
    search: { tab: 'screenings', screenings: 'waiting' },
  },
  { key: 'dead_jobs', label: 'Failed jobs', icon: IconHeartbeat, search: { tab: 'jobs' } },
  {
    key: 'differences',
    label: 'Payment differences',
    icon: IconArrowsDiff,
    search: { tab: 'differences' },
  },
] as const

/** Each of these is somebody who waits; jobs and differences are ours. */
const PEOPLE = ['claims', 'disputes', 'contests', 'applications', 'screenings'] as const

/** What somebody has to decide, each with the way to it. */
export function Waiting({ waiting }: { waiting: WaitingOut }) {
  const most = waiting.counted_up_to
  const people = PEOPLE.reduce((sum, key) => sum + waiting[key], 0)
  const isNothing = CASES.every(({ key }) => waiting[key] === 0)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={classes.heading}>
        Waiting for a decision
      </h2>
      {isNothing && (
        <p className={classes.done} role="status">
          <IconChecks size={20} aria-hidden="true" />
          Nothing waits for you.
        </p>
      )}
      {people > 0 && (
        <p className={classes.note}>
          {people}
          {PEOPLE.some((key) => waiting[key] >= most) && '+'}{' '}
          {people === 1 ? 'person waits' : 'people wait'} for a decision.
        </p>
      )}
      <ul className={classes.cases}>
        {CASES.map(({ key, label, icon: Icon, search }) => (
          <li key={key}>
            <Link to="/admin" search={search} data-waits={waiting[key] > 0 || undefined}>
              <Icon size={20} aria-hidden="true" />
              <span>{label}</span>{' '}
              <strong>{waiting[key] >= most ? `${most}+` : waiting[key]}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
