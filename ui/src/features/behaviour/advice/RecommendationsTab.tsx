import { IconBulb, IconSchool, IconThumbUp } from '@tabler/icons-react'
import type { DriverReportOut } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import classes from './Advice.module.css'

/** What to do next, and which training would help (BEH-15). */
export function RecommendationsTab({ report }: { report: DriverReportOut }) {
  const { recommendations, training_needed: training } = report
  if (recommendations.length === 0 && training.length === 0) {
    return (
      <EmptyState icon={<IconThumbUp size={28} />} title="No recommendations right now">
        <p>Nothing in this period asks for a change.</p>
      </EmptyState>
    )
  }
  return (
    <div className={classes.columns}>
      {recommendations.length > 0 && (
        <section aria-label="Recommendations">
          <h3>What to do next</h3>
          <ul className={classes.list}>
            {recommendations.map((sentence) => (
              <li key={sentence} className={classes.card}>
                <span className={classes.icon}>
                  <IconBulb size={20} aria-hidden="true" />
                </span>
                <p>{sentence}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {training.length > 0 && (
        <section aria-label="Training needed">
          <h3>Training needed</h3>
          <ul className={classes.list}>
            {training.map((course) => (
              <li key={course} className={classes.card}>
                <span className={classes.icon}>
                  <IconSchool size={20} aria-hidden="true" />
                </span>
                <p>{course}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
