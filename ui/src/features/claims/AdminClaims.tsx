import { Button } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  decideClaimMutation,
  listClaimsInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { ClaimDecision, ClaimState, ListedClaimOut } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { Case, CaseList } from '@/components/CaseList'
import { DecisionDialog } from '@/components/DecisionDialog'
import { formatCents, Money } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'

const PAGE_SIZE = 20

const STATES = {
  open: { status: 'disputed', label: 'To decide' },
  released: { status: 'completed', label: 'Released to driver' },
  refunded: { status: 'refunded', label: 'Refunded' },
} as const satisfies Record<ClaimState, { status: string; label: string }>

/** What customers say did not arrive; each is decided once, for one side or the other (OP-49). */
export default function AdminClaims() {
  const [onlyOpen, setOnlyOpen] = useState(true)
  const claims = useClaims(onlyOpen)
  const [chosen, choose] = useState<{ of: ListedClaimOut; decision: ClaimDecision } | null>(null)
  return (
    <>
      <CaseList
        title="Not Delivered"
        query={claims}
        onlyOpen={onlyOpen}
        onOnlyOpen={setOnlyOpen}
        failure="The reports could not be loaded"
        none="No reports yet"
        icon={<IconPackageOff size={28} />}
        what="reports"
        keyOf={({ claim }) => claim.id}
      >
        {(listed) => (
          <Report listed={listed} onDecide={(decision) => choose({ of: listed, decision })} />
        )}
      </CaseList>
      {chosen && (
        <Deciding listed={chosen.of} decision={chosen.decision} onClose={() => choose(null)} />
      )}
    </>
  )
}

function Report(props: { listed: ListedClaimOut; onDecide: (how: ClaimDecision) => void }) {
  const { claim, order_number, driver_name, refundable_cents } = props.listed
  const isOpen = claim.state === 'open'
  return (
    <Case
      name={`Report of order ${order_number}`}
      title={
        <Link to="/track/$orderId" params={{ orderId: claim.order_id }}>
          Order #{order_number}
        </Link>
      }
      badge={STATES[claim.state]}
      note={
        <>
          {dayAndTime(claim.created_at, Date.now())} · {driver_name} ·{' '}
          <Money cents={refundable_cents} /> left of the payment
        </>
      }
      statement={claim.account}
      decided={
        claim.decided_at &&
        `Decided ${dayAndTime(claim.decided_at, Date.now())}: ${claim.decision_reason}`
      }
      actions={
        isOpen && (
          <>
            <Button
              variant="default"
              aria-label={`Release to Driver: order ${order_number}`}
              onClick={() => props.onDecide('release')}
            >
              Release to Driver
            </Button>
            <Button
              color="red.9"
              aria-label={`Refund Customer of order ${order_number}`}
              disabled={refundable_cents === 0}
              onClick={() => props.onDecide('refund')}
            >
              Refund Customer
            </Button>
          </>
        )
      }
    />
  )
}

function Deciding(props: { listed: ListedClaimOut; decision: ClaimDecision; onClose: () => void }) {
  const { listed, decision, onClose } = props
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...decideClaimMutation(),
    onSuccess: () => {
      toast.success('Decided. Both were told.', { id: 'report' })
      onClose()
    },
    onSettled: () => void queries.invalidateQueries(),
  })
  const isRefund = decision === 'refund'
  return (
    <DecisionDialog
      title={isRefund ? 'Refund the customer?' : 'Release to the driver?'}
      label="Reason (the customer reads it)"
      confirm={isRefund ? `Refund ${formatCents(listed.refundable_cents)}` : 'Release Share'}
      isDangerous={isRefund}
      isPending={isPending}
      error={error ? sentenceOf(error) : null}
      onSend={(reason) =>
        mutate({
          path: { claim_id: listed.claim.id },
          body: { decision, reason },
          headers: { 'Idempotency-Key': newIdempotencyKey() },
        })
      }
      onClose={onClose}
    >
      <p>
        {isRefund
          ? `${listed.driver_name} loses their share of order #${listed.order_number}, and the customer gets everything back that is left.`
          : `${listed.driver_name} gets their share of order #${listed.order_number}, and nothing is refunded.`}{' '}
        This is final.
      </p>
    </DecisionDialog>
  )
}

function useClaims(onlyOpen: boolean) {
  const query = { limit: PAGE_SIZE, ...(onlyOpen && { status: 'open' as const }) }
  return useInfiniteQuery({
    ...listClaimsInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedClaimOut[] => data.pages.flatMap((page) => page.items),
  })
}
