import { Button } from '@mantine/core'
import { IconCash, IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAllPayoutsInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import { checkPayouts } from '@/api/generated/sdk.gen'
import type { DriverPayoutOut } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { formatCents } from '@/components/Money'
import { PagedList } from '@/components/PagedList'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import { IdLink } from '@/shared/admin/AdminLinks'
import { PeopleNames } from '@/shared/admin/PeopleNames'
import { isOnItsWay, speedName, TRIGGERS } from '@/shared/payouts/payoutWords'
import { PayoutDifferences } from './PayoutDifferences'
import classes from './Payouts.module.css'
import { PAYOUT_STATUSES, type PayoutsSearch } from './search'
import { VoidDialog } from './VoidDialog'

const PAGE_SIZE = 20
/** OUT-31: so often the server asks the provider after open payouts. */
const CHECKED_EVERY_MS = 30_000

/** Everybody's payouts, newest first, and asking the provider after the open ones (ADM-04). */
export default function AdminPayouts(props: {
  search: PayoutsSearch
  onSearch: (changed: Partial<PayoutsSearch>) => void
}) {
  const { search, onSearch } = props
  const payouts = usePayouts(search)
  const check = useCheck()
  const [voided, setVoided] = useState<DriverPayoutOut | null>(null)
  return (
    <PeopleNames ids={(payouts.data ?? []).map(({ driver_id }) => driver_id)}>
      <PagedList
        title="Driver payouts"
        tools={<Check check={check} />}
        query={payouts}
        above={
          <>
            <PayoutDifferences checked={check.data} />
            <Filters label="Filter payouts">
              <OptionSelect
                label="Status"
                all="All"
                names={PAYOUT_STATUSES}
                value={search.payouts}
                onChange={(stand) => onSearch({ payouts: stand })}
              />
            </Filters>
          </>
        }
        failure="The payouts could not be loaded"
        what="payouts"
        keyOf={({ id }) => id}
        empty={<EmptyState icon={<IconCash size={28} />} title="No payouts found" />}
      >
        {(payout) => <Row payout={payout} onVoid={() => setVoided(payout)} />}
      </PagedList>
      {voided && <VoidDialog payout={voided} onClose={() => setVoided(null)} />}
    </PeopleNames>
  )
}

function useCheck() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await checkPayouts({ throwOnError: true })).data,
    onSuccess: ({ message }) => toast.success(message, { id: 'payouts' }),
    onError: () => toast.error('Error checking payouts', { id: 'payouts' }),
    onSettled: () => void queries.invalidateQueries(),
  })
}

function Check({ check }: { check: ReturnType<typeof useCheck> }) {
  return (
    <Button
      variant="default"
      className={classes.check}
      leftSection={<IconRefresh size={18} aria-hidden="true" />}
      loading={check.isPending}
      onClick={() => check.mutate()}
    >
      Check Payouts
    </Button>
  )
}

function Row({ payout, onVoid }: { payout: DriverPayoutOut; onVoid: () => void }) {
  const { id, status, amount_cents, failure_reason } = payout
  const now = Date.now()
  return (
    <article
      className={classes.row}
      aria-label={`${speedName(payout)} of ${formatCents(amount_cents)}`}
    >
      <p className={classes.title}>
        <strong>
          {speedName(payout)} · {formatCents(amount_cents)}
        </strong>
        <span className={classes.status} data-status={status}>
          {PAYOUT_STATUSES[status]}
        </span>
      </p>
      <p className={classes.note}>
        <IdLink id={payout.driver_id} /> · {dayAndTime(payout.requested_at, now)} ·{' '}
        {TRIGGERS_FOR_OPERATORS[payout.trigger]}
      </p>
      <p className={classes.note}>{arrival(payout, now)}</p>
      {failure_reason && <p className={classes.reason}>{failure_reason}</p>}
      <p className={classes.note}>
        <code>{id}</code>
        {payout.provider_id && (
          <>
            {' · '}
            <code>{payout.provider_id}</code>
          </>
        )}
      </p>
      {status === 'pending' && !payout.provider_id && (
        <Button variant="default" className={classes.void} onClick={onVoid}>
          Void Payout
        </Button>
      )}
    </article>
  )
}

/** How much of it comes when, and what the rest is. */
function arrival(payout: DriverPayoutOut, now: number): string {
  const { actual_arrival, expected_arrival, net_cents, fees } = payout
  if (payout.status !== 'paid' && !isOnItsWay(payout)) return 'Nothing was paid out.'
  const kept = [
    [fees.instant_fee_cents + fees.provider_fee_cents + fees.platform_fee_cents, 'fees'],
    [payout.withheld_cents, 'withheld for taxes'],
  ] as const
  const parts = kept.filter(([cents]) => cents > 0)
  const less = parts.map(([cents, what]) => `${formatCents(cents)} ${what}`).join(' and ')
  const sum = `${formatCents(net_cents)}${less && ` after ${less}`}`
  return actual_arrival
    ? `${sum} reached the driver ${dayAndTime(actual_arrival, now)}`
    : `${sum}, expected by ${dayAndTime(expected_arrival, now)}`
}

const TRIGGERS_FOR_OPERATORS = { ...TRIGGERS, request: 'requested by the driver' }

function usePayouts({ payouts }: PayoutsSearch) {
  const query = { limit: PAGE_SIZE, ...(payouts && { status: payouts }) }
  return useInfiniteQuery({
    ...listAllPayoutsInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): DriverPayoutOut[] => data.pages.flatMap((page) => page.items),
    refetchInterval: CHECKED_EVERY_MS,
  })
}
