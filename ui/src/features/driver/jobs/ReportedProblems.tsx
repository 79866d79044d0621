import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  giveClaimSideMutation,
  listOwnClaimsInfiniteOptions,
  listOwnClaimsInfiniteQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import type { DriversClaimOut } from '@/api/generated/types.gen'
import { idempotencyKeyOf } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { ShowOlder } from '@/components/ShowOlder'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from '@/shared/claims/ClaimCard.module.css'
import { ClaimPhotos } from '@/shared/claims/ClaimPhotos'
import { KINDS } from '@/shared/claims/labels'
import { StatementForm } from '@/shared/claims/StatementForm'

const WANTED = { query: { limit: 20 } }

/** Problems that customers report about the driver's deliveries, with room for the driver's side. */
export function ReportedProblems() {
  const query = useInfiniteQuery({
    ...listOwnClaimsInfiniteOptions(WANTED),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data) => data.pages.flatMap((page) => page.items),
  })
  // Nothing is missing where it cannot be loaded: the mail about the report leads here again.
  return (
    <>
      {query.data?.map((claim) => (
        <Problem key={claim.id} claim={claim} />
      ))}
      <ShowOlder query={query} what="problems" next="newer" />
    </>
  )
}

function Problem({ claim }: { claim: DriversClaimOut }) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...giveClaimSideMutation(),
    onSuccess: () => toast.success('We have your side.', { id: 'claim' }),
    onSettled: () => queries.invalidateQueries({ queryKey: listOwnClaimsInfiniteQueryKey(WANTED) }),
  })
  const said = claim.statements.filter(({ party }) => party === 'driver').length
  // A question that comes while they write takes nothing away.
  const key = `${claim.id} ${said}`
  return (
    <article className={classes.card} aria-label={`Problem with order #${claim.order_number}`}>
      <header className={classes.head}>
        <h2>
          Order #{claim.order_number}: the customer reports “{KINDS[claim.kind]}”
        </h2>
      </header>
      <p className={classes.note}>
        {claim.item && `${claim.item} · `}We decide by {dayAndTime(claim.decision_due, Date.now())}.
        {claim.holds_share && ' Your share is held until then.'}
      </p>
      {claim.statements.map((each) => (
        <p key={each.id} className={classes.words}>
          <strong>{each.party === 'driver' ? 'You told us' : 'We ask you'}</strong> {each.text}
        </p>
      ))}
      <ClaimPhotos photos={claim.photos} />
      <StatementForm
        key={key}
        orderId={claim.order_id}
        answers={key}
        label={said === 0 ? 'Your side' : 'Add to it'}
        action="Tell your side"
        isPending={isPending}
        error={error ? sentenceOf(error) : null}
        onSend={(body, onSent) =>
          mutate(
            {
              path: { claim_id: claim.id },
              body,
              headers: { 'Idempotency-Key': idempotencyKeyOf(JSON.stringify([key, body])) },
            },
            { onSuccess: onSent },
          )
        }
      />
    </article>
  )
}
