import {
  IconBrandSpeedtest,
  IconGasStation,
  IconGauge,
  IconLeaf,
  IconPlayerPause,
  IconRoad,
  IconRoute,
  IconSteeringWheel,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { DriverReportOut, MetricsOut } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import { StatCard } from '@/components/StatCard'
import { EVENT_WORDS, minutesWords, RISK_WORDS } from '../labels'
import classes from './Overview.module.css'
import { ScoreDial } from './ScoreDial'

/** By the international pound of 1959. */
const POUNDS_PER_KILOGRAM = 2.20462

const DayChart = lazy(() => import('./DayChart'))

/** The scores of the period, what was driven, and what went wrong how often. */
export function Overview({ report }: { report: DriverReportOut }) {
  const { metrics } = report
  if (metrics.points === 0) {
    return (
      <EmptyState icon={<IconSteeringWheel size={28} />} title="Nothing driven in this period">
        <p>Scores appear here as soon as you drive with the app open.</p>
      </EmptyState>
    )
  }
  return (
    <div className={classes.overview}>
      <section className={classes.scores} aria-label="Scores">
        <ScoreDial label="Safety" score={metrics.safety_score} />
        <ScoreDial label="Efficiency" score={metrics.efficiency_score} />
        <ScoreDial label="Overall" score={metrics.overall_score} />
        <p className={classes.risk} data-risk={metrics.risk_level}>
          {RISK_WORDS[metrics.risk_level]}
        </p>
      </section>
      <Figures metrics={metrics} />
      {report.days.length > 1 && (
        <section className={classes.box} aria-label="Overall score by day">
          <h3>Overall score by day</h3>
          <Suspense fallback={<div className={classes.chart} />}>
            <DayChart report={report} />
          </Suspense>
        </section>
      )}
      <Counts metrics={metrics} />
    </div>
  )
}

function Figures({ metrics }: { metrics: MetricsOut }) {
  const compliance = metrics.route_compliance
  return (
    <div className={classes.figures}>
      <StatCard
        label="Distance"
        icon={<IconRoad size={16} />}
        value={`${metrics.total_distance_miles.toFixed(1)} mi`}
      />
      <StatCard
        label="Driving time"
        icon={<IconSteeringWheel size={16} />}
        value={minutesWords(metrics.total_driving_minutes)}
      />
      <StatCard
        label="Idle time"
        icon={<IconPlayerPause size={16} />}
        value={minutesWords(metrics.total_idle_minutes)}
      />
      <StatCard
        label="Average speed"
        icon={<IconGauge size={16} />}
        value={`${metrics.average_speed_mph.toFixed(0)} mph`}
      />
      <StatCard
        label="Top speed"
        icon={<IconBrandSpeedtest size={16} />}
        value={`${metrics.max_speed_mph.toFixed(0)} mph`}
      />
      <StatCard
        label="Fuel efficiency"
        icon={<IconGasStation size={16} />}
        value={`${metrics.fuel_efficiency_mpg.toFixed(1)} MPG`}
        hint="estimated"
      />
      <StatCard
        label="CO₂ emissions"
        icon={<IconLeaf size={16} />}
        value={`${(metrics.co2_emissions_kg * POUNDS_PER_KILOGRAM).toFixed(1)} lb`}
        hint="estimated"
      />
      <StatCard
        label="Route compliance"
        icon={<IconRoute size={16} />}
        value={compliance === null ? '–' : `${Math.round(compliance * 100)}%`}
        hint={compliance === null ? 'no planned route known' : undefined}
      />
    </div>
  )
}

const KINDS = [
  ['speeding', 'speeding_events'],
  ['harsh_braking', 'harsh_braking_events'],
  ['harsh_acceleration', 'harsh_acceleration_events'],
  ['route_deviation', 'route_deviation_events'],
  ['idle', 'idle_events'],
] as const satisfies ReadonlyArray<readonly [keyof typeof EVENT_WORDS, keyof MetricsOut]>

/** How often each type happened; a bar is as long as its share of the most frequent. */
function Counts({ metrics }: { metrics: MetricsOut }) {
  const most = Math.max(1, ...KINDS.map(([, name]) => metrics[name]))
  return (
    <section className={classes.box} aria-label="Events by type">
      <h3>Events by type</h3>
      <dl className={classes.counts}>
        {KINDS.map(([kind, name]) => (
          <div key={kind}>
            <dt>{EVENT_WORDS[kind]}</dt>
            <dd>
              {metrics[name] > 0 && (
                <span
                  className={classes.bar}
                  style={{ inlineSize: `${(metrics[name] / most) * 100}%` }}
                  aria-hidden="true"
                />
              )}
              <span className={classes.count}>{metrics[name]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
