import type { JobColumn, JobOut } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { IdLink } from '@/shared/admin/AdminLinks'
import classes from './JobsPanel.module.css'
import { attemptsWords, kindWords, STATES } from './labels'

const at = (instant: string | null) => instant && dayAndTime(instant, Date.now())

/** What the list of jobs can show, which is what its file can have. */
export const JOB_COLUMNS: Columns<JobOut, JobColumn> = {
  list: 'jobs',
  lead: 'kind',
  usual: ['subject', 'state', 'due', 'attempts', 'last_error'],
  every: {
    id: { label: 'Job id', rem: 11, cell: ({ id }) => <code>{id}</code> },
    kind: { label: 'Kind', rem: 9, cell: kindWords },
    subject: { label: 'Subject', rem: 7.5, cell: ({ subject }) => <IdLink id={subject} /> },
    state: {
      label: 'State',
      rem: 6.5,
      cell: ({ state }) => <StatusBadge status={STATES[state].badge} label={STATES[state].label} />,
    },
    created: { label: 'Created', rem: 6, cell: ({ created_at }) => at(created_at) },
    due: { label: 'Due', rem: 6, cell: ({ due_at }) => at(due_at) },
    finished: { label: 'Finished', rem: 6, cell: ({ finished_at }) => at(finished_at) },
    attempts: { label: 'Attempts', rem: 5, cell: attemptsWords },
    last_error: {
      label: 'Last error',
      rem: 10,
      cell: ({ last_error }) => last_error && <span className={classes.error}>{last_error}</span>,
    },
  },
}
