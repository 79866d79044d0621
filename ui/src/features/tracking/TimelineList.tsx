import { IconCheck, IconX } from '@tabler/icons-react'
import { clockTime, dayAndTime } from '@/components/time'
import type { Step } from './steps'
import classes from './TimelineList.module.css'

const WORD = { done: 'Done', current: 'Now', coming: 'To come', stopped: 'Ended' } satisfies Record<
  Step['state'],
  string
>

/** The order's steps from top to bottom; mark, weight and words tell where it stands. */
export function TimelineList({ steps, now }: { steps: Step[]; now: number }) {
  return (
    <ol className={classes.list} aria-label="Timeline">
      {steps.map(({ label, at, expected, state }) => (
        <li
          key={label}
          className={classes.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden="true">
            {(state === 'done' || state === 'current') && <IconCheck size={14} stroke={3} />}
            {state === 'stopped' && <IconX size={14} stroke={3} />}
          </span>
          <span className={classes.label}>
            {label}
            {state === 'current' ? (
              <span className={classes.now}>{WORD.current}</span>
            ) : (
              <span className={classes.hidden}> ({WORD[state]})</span>
            )}
          </span>
          <span className={classes.time}>
            {at && dayAndTime(at, now)}
            {!at && expected && `about ${clockTime(expected)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
