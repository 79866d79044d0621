import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { DriverReportOut } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import { EventCard } from './EventCard'
import classes from './EventsTab.module.css'

/** The last ten events of the period, newest first; one at a time opens with its map (BEH-05). */
export function EventsTab({ report }: { report: DriverReportOut }) {
  const [open, setOpen] = useState<string | null>(null)
  if (report.events.length === 0) {
    return <EmptyState icon={<IconCircleCheck size={28} />} title="No recent events recorded" />
  }
  return (
    <ul className={classes.events}>
      {report.events.map((event) => (
        <li key={event.id}>
          <EventCard
            event={event}
            zone={report.timezone}
            isOpen={open === event.id}
            onToggle={() => setOpen(open === event.id ? null : event.id)}
          />
        </li>
      ))}
    </ul>
  )
}
