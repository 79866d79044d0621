import { Button, Skeleton } from '@mantine/core'
import { sentenceOf } from '@/api/problem'
import type { ItemLine, Service } from '../draft/draft'
import { SERVICE_NAME } from '../service/services'
import { useLoad } from './itemQueries'
import classes from './LoadTotals.module.css'

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** What the list amounts to, which vehicle takes it, and whether it is booked as the right size. */
export function LoadTotals(props: {
  items: ItemLine[]
  service: Service
  helpers: number
  onService: (service: Service) => void
}) {
  const { query, paused, isOld, load } = useLoad(props.items, props.service)
  if (query.isError) {
    return (
      <p className={classes.note} role="alert">
        {sentenceOf(query.error)}{' '}
        <Button variant="default" size="xs" onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </p>
    )
  }
  if (!load) {
    return paused ? (
      <p className={classes.note} role="status">
        You are offline. Your list is kept.
      </p>
    ) : (
      <Skeleton height={72} radius="md" />
    )
  }
  const right = load.item_class
  return (
    <div className={classes.totals} data-stale={isOld || undefined}>
      <div role="status" aria-label="Your list">
        <p className={classes.figures}>
          {load.pieces} {load.pieces === 1 ? 'piece' : 'pieces'} ·{' '}
          {WHOLE.format(load.weight_pounds)} lb
          {load.volume_cubic_feet > 0 &&
            ` · ${WHOLE.format(Math.ceil(load.volume_cubic_feet))} cu ft`}
        </p>
        <p>{load.sentences.join(' ')}</p>
        {!load.is_measured && (
          <p className={classes.note}>Add dimensions to see only vehicles that fit.</p>
        )}
      </div>
      {load.people > 1 && props.helpers === 0 && (
        <p>Your driver comes alone. Carry with them, or choose an extra helper here.</p>
      )}
      {right !== props.service && !isOld && (
        <div className={classes.switch}>
          <p>
            {right === 'large'
              ? 'A list like this is usually booked as Large Items.'
              : 'A list like this can be booked as Small Items.'}
          </p>
          <Button variant="default" onClick={() => props.onService(right)}>
            Switch to {SERVICE_NAME[right]}
          </Button>
        </div>
      )}
    </div>
  )
}
