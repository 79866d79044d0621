import { Button } from '@mantine/core'
import {
  IconChecks,
  IconClock,
  IconClockPlay,
  IconHeartbeat,
  IconRefresh,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { JobOut, JobState } from '@/api/generated/types.gen'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Notice } from '@/components/Notice'
import { PagedList } from '@/components/PagedList'
import { StatCard } from '@/components/StatCard'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { IdLink } from '@/shared/admin/AdminLinks'
import { jobsCsv } from './csv'
import classes from './JobsPanel.module.css'
import { attemptsWords, countWords, deadMoneyWords, kindWords, STATES } from './labels'
import { useJobCounts, useJobs, useRetryJob } from './queries'

const ORDER = ['dead', 'waiting', 'done'] as const satisfies JobState[]

const EMPTY = {
  dead: {
    icon: <IconHeartbeat size={28} />,
    title: 'Nothing was given up',
    sentence: 'What fails for a day appears here, to be tried again when its cause is gone.',
  },
  waiting: {
    icon: <IconClock size={28} />,
    title: 'Nothing is waiting',
    sentence: 'Refunds, shares, receipts and what else is done later appear here until it is done.',
  },
  done: {
    icon: <IconChecks size={28} />,
    title: 'Nothing was done yet',
    sentence: 'What was done later appears here.',
  },
} satisfies Record<JobState, { icon: ReactNode; title: string; sentence: string }>

/** What is done later, what was given up, and having it tried again. For administrators. */
export default function JobsPanel() {
  const [state, setState] = useState<JobState>('dead')
  const jobs = useJobs(state)
  const retry = useRetryJob()
  const { icon, title, sentence } = EMPTY[state]
  return (
    <PagedList
      title="Background work"
      tools={<ExportCsv csv={jobsCsv(state)} />}
      above={
        <>
          <Figures />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that nobody sees */}
          <div className={classes.choice} role="group" aria-label="Which jobs">
            {ORDER.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === state}
                onClick={() => setState(each)}
              >
                {STATES[each].label}
              </button>
            ))}
          </div>
        </>
      }
      query={jobs}
      failure="The jobs could not be loaded"
      empty={
        <EmptyState icon={icon} title={title}>
          <p>{sentence}</p>
        </EmptyState>
      }
      what="jobs"
      keyOf={(job) => job.id}
    >
      {(job) => (
        <Job
          job={job}
          retrying={retry.isPending && retry.variables.id === job.id}
          onRetry={() => retry.mutate(job)}
        />
      )}
    </PagedList>
  )
}

function Figures() {
  const { data, isError } = useJobCounts()
  const unknown = isError ? '–' : undefined
  return (
    <>
      {data && data.dead_money > 0 && (
        <Notice kind="problem" title={deadMoneyWords(data.dead_money)}>
          Find out why under “Failed”, and try again when the cause is gone.
        </Notice>
      )}
      {data?.paused_since && (
        <Notice kind="problem" title="Jobs are paused">
          No job is done, no mail is sent and no money moves. Whoever runs the server lets them go
          on with <code>haulage jobs resume</code>.
        </Notice>
      )}
      <div className={classes.figures}>
        {ORDER.map((each) => (
          <StatCard
            key={each}
            label={STATES[each].label}
            value={data ? countWords(data[each], data.counted_up_to) : unknown}
          />
        ))}
      </div>
    </>
  )
}

function Job(props: { job: JobOut; retrying: boolean; onRetry: () => void }) {
  const { job } = props
  const { label, badge } = STATES[job.state]
  return (
    <article className={classes.job} aria-label={`${kindWords(job)}: ${job.subject}`}>
      <div className={classes.what}>
        <p className={classes.kind}>{kindWords(job)}</p>
        <p className={classes.note}>
          <IdLink id={job.subject} />
        </p>
        <p className={classes.note}>
          {attemptsWords(job)} · {whenWords(job)}
        </p>
        {job.last_error && <p className={classes.error}>{job.last_error}</p>}
      </div>
      <StatusBadge status={badge} label={label} />
      {job.state !== 'done' && (
        <Button
          variant="default"
          className={classes.action}
          leftSection={
            job.state === 'dead' ? (
              <IconRefresh size={18} aria-hidden="true" />
            ) : (
              <IconClockPlay size={18} aria-hidden="true" />
            )
          }
          loading={props.retrying}
          aria-label={`${ACTIONS[job.state]}: ${kindWords(job)} ${job.subject}`}
          onClick={props.onRetry}
        >
          {ACTIONS[job.state]}
        </Button>
      )}
    </article>
  )
}

const ACTIONS = { dead: 'Retry', waiting: 'Try now' } satisfies Record<
  Exclude<JobState, 'done'>,
  string
>

function whenWords(job: JobOut): string {
  const now = Date.now()
  if (job.finished_at) return `ended ${dayAndTime(job.finished_at, now)}`
  return `${job.state === 'dead' ? 'last due' : 'due'} ${dayAndTime(job.due_at, now)}`
}
