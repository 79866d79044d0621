import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { listClaimsOfOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import { ClaimCard } from './ClaimCard'
import classes from './ReportProblemLink.module.css'

const ReportProblem = lazy(() => import('./ReportProblem'))

/** What the customer of an ended order has reported, with its state, and the way to report more (OP-49). */
export default function ReportProblemLink({ orderId }: { orderId: string }) {
  const { data, error } = useQuery(listClaimsOfOrderOptions({ path: { order_id: orderId } }))
  const [isOpen, setOpen] = useState(false)
  // Nothing is missing where it cannot be loaded: the mail about the order leads here again.
  if (error || !data) return null
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
