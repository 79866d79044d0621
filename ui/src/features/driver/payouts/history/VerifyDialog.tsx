import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { DriverPayoutOut, PayoutVerificationOut } from '@/api/generated/types.gen'
import { Badge, type Look } from '@/components/Badge'
import { Dialog } from '@/components/Dialog'
import { formatCents } from '@/components/Money'
import { Fact, Facts } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { STATES } from '@/shared/payouts/payoutWords'
import { useVerification } from '../queries'
import classes from './History.module.css'

type Verification = PayoutVerificationOut['verification_status']

const LOOKS = {
  verified: { label: 'Verified', tone: 'good', icon: IconCheck },
  failed: { label: 'Failed', tone: 'bad', icon: IconAlertTriangle },
  pending: { label: 'Pending', tone: 'calm', icon: IconClock },
} satisfies Record<Verification, Look>

/** What the payment provider has of a payout, asked now, beside what we have (OUT-07). */
export function VerifyDialog(props: { payout: DriverPayoutOut; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useVerification(props.payout.id)
  return (
    <Dialog title="Payout Verification" onClose={props.onClose}>
      {data && !error ? (
        <Found found={data} />
      ) : error && !isFetching ? (
        <div role="alert" className={classes.panel}>
          <p>Failed to verify payout. Please try again.</p>
          <div className={classes.actions}>
            <Button onClick={() => void refetch()}>Try Again</Button>
          </div>
        </div>
      ) : (
        <div aria-busy="true" role="status" aria-label="Asking the payment provider">
          <Skeleton height={160} radius="md" />
        </div>
      )}
    </Dialog>
  )
}

function Found({ found }: { found: PayoutVerificationOut }) {
  const { label, tone, icon: Icon } = LOOKS[found.verification_status]
  const now = Date.now()
  return (
    <div className={classes.panel}>
      <p className={classes.quiet}>
        The payment provider was asked just now what it has of this payout, and that was compared
        with our books. Nothing was changed.
      </p>
      <p className={classes.status}>
        <Badge tone={tone} icon={Icon}>
          {label}
        </Badge>
        <span className={classes.quiet}>as of {dayAndTime(found.verified_at, now)}</span>
      </p>
      <Facts>
        <Fact term="Payout at the provider">
          <span className={classes.id}>{found.provider_id ?? 'not sent yet'}</span>
        </Fact>
        <Fact term="Method">{found.method === 'instant' ? 'Instant' : 'Standard'}</Fact>
        {found.last4 && <Fact term="Account">ending {found.last4}</Fact>}
        {found.arrival && <Fact term="Arrival">{dayAndTime(found.arrival, now)}</Fact>}
      </Facts>
      {found.discrepancies.length === 0 ? (
        <p>
          {found.provider_id ? 'The provider has it as we do.' : 'There is nothing to compare yet.'}
        </p>
      ) : (
        <div className={classes.reason}>
          <p>The provider has it otherwise than we do:</p>
          <ul>
            {found.discrepancies.map(({ field, ours, theirs }) => (
              <li key={field}>
                {FIELDS[field]}: {inWords(field, ours)} with us, {inWords(field, theirs)} there
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

type Compared = PayoutVerificationOut['discrepancies'][number]['field']
const FIELDS = {
  amount: 'Amount',
  status: 'Status',
  method: 'Method',
} satisfies Record<Compared, string>

function inWords(field: Compared, value: string): string {
  if (field === 'amount') return formatCents(Number(value))
  if (field === 'status' && Object.hasOwn(STATES, value))
    return STATES[value as keyof typeof STATES].label
  return value
}
