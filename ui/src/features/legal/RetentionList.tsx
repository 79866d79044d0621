import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRetentionOptions } from '@/api/generated/@tanstack/react-query.gen'
import { sentenceOf } from '@/api/problem'

/** The server's own schedule, by which it deletes: no list that could say something else. */
export function RetentionList() {
  const schedule = useQuery({
    ...getRetentionOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { forAnybody: true },
  })
  if (schedule.isPending) return <p role="status">Loading how long everything is kept…</p>
  if (schedule.isError)
    return (
      <>
        <p role="alert">The periods could not be loaded: {sentenceOf(schedule.error)}</p>
        <Button variant="default" onClick={() => void schedule.refetch()}>
          Try again
        </Button>
      </>
    )
  return (
    <ul>
      {schedule.data.periods.map(({ key, what, period, why }) => (
        <li key={key}>
          <strong>{what}:</strong> {period}. {why}
        </li>
      ))}
    </ul>
  )
}
