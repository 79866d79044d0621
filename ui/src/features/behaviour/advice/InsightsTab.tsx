import {
  IconAlertTriangle,
  IconBrandSpeedtest,
  IconGasStation,
  IconSparkles,
  IconSteeringWheel,
  IconTrophy,
} from '@tabler/icons-react'
import type { DriverReportOut, Impact, InsightType } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import classes from './Advice.module.css'

const ICONS = {
  safety: IconAlertTriangle,
  efficiency: IconSteeringWheel,
  speeding: IconBrandSpeedtest,
  fuel: IconGasStation,
  praise: IconTrophy,
} satisfies Record<InsightType, typeof IconTrophy>

const IMPACTS = {
  positive: 'Well done',
  medium: 'Medium impact',
  high: 'High impact',
} satisfies Record<Impact, string>

/** What the figures say, and what can be done about it (BEH-13). */
export function InsightsTab({ report }: { report: DriverReportOut }) {
  if (report.ai_insights.length === 0) {
    return <EmptyState icon={<IconSparkles size={28} />} title="No insights available" />
  }
  return (
    <ul className={classes.list}>
      {report.ai_insights.map((insight) => {
        const Icon = ICONS[insight.type]
        return (
          <li key={insight.type} className={classes.card} data-impact={insight.impact}>
            <span className={classes.icon}>
              <Icon size={20} aria-hidden="true" />
            </span>
            <div>
              <div className={classes.head}>
                <h3>{insight.title}</h3>
                <p className={classes.impact}>{IMPACTS[insight.impact]}</p>
              </div>
              <p className={classes.text}>{insight.description}</p>
              {insight.recommendations.length > 0 && (
                <ul className={classes.hints}>
                  {insight.recommendations.map((hint) => (
                    <li key={hint}>{hint}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
