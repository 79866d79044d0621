import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { listClaimsOfOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import { sentenceOf } from '@/api/problem'
import type { PanelQuery } from '@/components/DataPanel'
import { ClaimCard } from './ClaimCard'
import classes from './ReportProblemLink.module.css'

const ReportProblem = lazy(() => import('./ReportProblem'))

/** What the customer of an ended order has reported, with its state, and the way to report more (OP-49). */
export default function ReportProblemLink({ orderId }: { orderId: string }) {
  const query = useQuery(listClaimsOfOrderOptions({ path: { order_id: orderId } }))
  const [isOpen, setOpen] = useState(false)
  const { data } = query
  if (!data) return <Unloaded query={query} />
  if (data.claims.length === 0 && data.possible.length === 0) return null
  return (
    <section aria-label="Problems with this order" className={classes.problems}>
      {data.claims.map((shown) => (
        <ClaimCard key={shown.claim.id} shown={shown} />
      ))}
      {data.possible.length > 0 && (
        <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
          {data.claims.length === 0 ? 'Report a problem' : 'Report another problem'}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ReportProblem
            orderId={orderId}
            possible={data.possible}
            refundableCents={data.refundable_cents}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** While it loads there is room for its button, so that what stands below does not move. */
function Unloaded({ query }: { query: PanelQuery<unknown> }) {
  if (query.fetchStatus === 'paused') {
    return (
      <p role="status" className={classes.line}>
        You are offline. Reporting a problem needs a connection.
      </p>
    )
  }
  if (!query.error) return <Skeleton height={44} />
  return (
    <div role="alert" className={classes.line}>
      <p>Your reports could not be loaded. {sentenceOf(query.error)}</p>
      <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try Again
      </Button>
    </div>
  )
}
