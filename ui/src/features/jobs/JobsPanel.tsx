import { Button } from '@mantine/core'
import {
  IconChecks,
  IconClock,
  IconClockPlay,
  IconHeartbeat,
  IconRefresh,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { JobColumn, JobOut, JobState } from '@/api/generated/types.gen'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead, ColumnLine } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Notice } from '@/components/Notice'
import { PagedList } from '@/components/PagedList'
import { StatCard } from '@/components/StatCard'
import { JOB_COLUMNS } from './columns'
import { jobsCsv } from './csv'
import classes from './JobsPanel.module.css'
import { countWords, deadMoneyWords, kindWords, STATES } from './labels'
import { useJobCounts, useJobs, useRetryJob } from './queries'

const END_REM = 8.5
const ORDER = ['dead', 'waiting', 'done'] as const satisfies JobState[]

const EMPTY = {
  dead: {
    icon: <IconHeartbeat size={28} />,
    title: 'Nothing failed',
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

/** What is done later, what failed, and having it tried again. For administrators. */
export default function JobsPanel() {
  const [state, setState] = useState<JobState>('dead')
  const jobs = useJobs(state)
  const retry = useRetryJob()
  const columns = useColumns(JOB_COLUMNS)
  const { icon, title, sentence } = EMPTY[state]
  return (
    <PagedList
      title="Background tasks"
      tools={
        <>
          <ColumnChoice columns={JOB_COLUMNS} chosen={columns} />
          <ExportCsv csv={jobsCsv(state, columns.shown)} />
        </>
      }
      head={<ColumnHead columns={JOB_COLUMNS} shown={columns.shown} endRem={END_REM} />}
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
          shown={columns.shown}
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

function Job(props: { job: JobOut; shown: JobColumn[]; retrying: boolean; onRetry: () => void }) {
  const { job } = props
  return (
    <article aria-label={`${kindWords(job)}: ${job.subject}`}>
      <ColumnLine
        columns={JOB_COLUMNS}
        shown={props.shown}
        item={job}
        endRem={END_REM}
        end={
          job.state !== 'done' && (
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
          )
        }
      />
    </article>
  )
}

const ACTIONS = { dead: 'Retry', waiting: 'Try now' } satisfies Record<
  Exclude<JobState, 'done'>,
  string
>
