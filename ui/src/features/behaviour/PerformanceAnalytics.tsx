import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import type { DriverReportOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { Choice } from '@/components/fields/Choice'
import { InnerTabs } from '@/components/InnerTabs'
import { InsightsTab } from './advice/InsightsTab'
import { RecommendationsTab } from './advice/RecommendationsTab'
import { EventsTab } from './events/EventsTab'
import { dayWords } from './labels'
import { Overview } from './overview/Overview'
import classes from './PerformanceAnalytics.module.css'
import { useReport } from './queries'
import {
  type AnalyticsSearch,
  lengthOf,
  PERIODS,
  type Period,
  shifted,
  VIEWS,
  type View,
} from './search'

/** How the driver drove: period, scores, events and advice (BEH-01). Its state is the address's. */
export function PerformanceAnalytics(props: {
  search: AnalyticsSearch
  onSearch: (next: AnalyticsSearch) => void
}) {
  const { search, onSearch } = props
  const period: Period = search.period ?? 'week'
  const view: View = search.view ?? 'overview'
  const query = useReport(period, search.until)
  const tabs = useId()
  return (
    <div className={classes.panel}>
      <header className={classes.top}>
        <h2>Performance Analytics</h2>
        <div className={classes.period}>
          <Choice
            label="Period"
            value={period}
            labels={PERIODS}
            onChange={(next) =>
              onSearch({ ...search, period: next === 'week' ? undefined : next, until: undefined })
            }
          />
          <Dates
            report={query.data}
            isToday={search.until === undefined}
            onUntil={(until) => onSearch({ ...search, until })}
          />
        </div>
      </header>
      <InnerTabs
        label="Report"
        views={VIEWS}
        id={tabs}
        view={view}
        onView={(next) => onSearch({ ...search, view: next === 'overview' ? undefined : next })}
      />
      <div
        id={`${tabs}-panel`}
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab's panel is reached by the keyboard
        tabIndex={0}
        aria-labelledby={`${tabs}-${view}`}
        className={classes.body}
        data-old={query.isPlaceholderData || undefined}
      >
        <DataPanel
          query={query}
          skeleton={<PanelSkeleton />}
          failure="Unable to load driver behavior report"
        >
          {(report) => <Body view={view} report={report} />}
        </DataPanel>
      </div>
    </div>
  )
}

function Body({ view, report }: { view: View; report: DriverReportOut }) {
  switch (view) {
    case 'overview':
      return <Overview report={report} />
    case 'events':
      return <EventsTab report={report} />
    case 'insights':
      return <InsightsTab report={report} />
    case 'recommendations':
      return <RecommendationsTab report={report} />
    default:
      return view satisfies never
  }
}

/** The days of the period, and the periods before and after it. */
function Dates(props: {
  report: DriverReportOut | undefined
  isToday: boolean
  onUntil: (until: string | undefined) => void
}) {
  const { report } = props
  if (!report) return <Skeleton className={classes.dates} height={44} width={220} />
  const { first_day: first, last_day: last } = report
  const days = lengthOf(first, last)
  return (
    <div className={classes.dates}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Earlier"
        onClick={() => props.onUntil(shifted(first, -1))}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <p aria-live="polite">
        {first === last ? dayWords(last, true) : `${dayWords(first)} – ${dayWords(last, true)}`}
      </p>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Later"
        disabled={props.isToday}
        onClick={() => {
          const until = shifted(last, days)
          props.onUntil(until >= new Date().toISOString().slice(0, 10) ? undefined : until)
        }}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

function PanelSkeleton() {
  return (
    <div className={classes.skeleton}>
      <Skeleton height={132} radius="lg" />
      <Skeleton height={188} radius="lg" />
      <Skeleton height={188} radius="lg" />
    </div>
  )
}
