import { Button, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconBuildingBank,
  IconCheck,
  IconClock,
  IconExternalLink,
  IconX,
} from '@tabler/icons-react'
import { useId } from 'react'
import type { AccountStatus, PayoutAccountOut } from '@/api/generated/types.gen'
import { Badge, type Look } from '@/components/Badge'
import { DataPanel } from '@/components/DataPanel'
import { dateOf } from '@/components/time'
import { dueInWords } from '@/shared/payouts/dueWords'
import { NO_ACCOUNT, usePayoutAccount } from '@/shared/payouts/payoutAccount'
import classes from './AccountCard.module.css'
import { useOnboarding, useProviderDashboard } from './account'

type AccountLook = Look & { says: string }

const LOOKS = {
  active: {
    label: 'Active',
    tone: 'good',
    icon: IconCheck,
    says: 'Your account is ready: what you earn comes into your balance when a job is done.',
  },
  pending: {
    label: 'Pending',
    tone: 'calm',
    icon: IconClock,
    says: 'The payment provider is looking at what you gave. What you earn waits for you.',
  },
  restricted: {
    label: 'Restricted',
    tone: 'warn',
    icon: IconAlertTriangle,
    says: 'Something is missing, so that nothing can be sent to you. What you earn waits for you.',
  },
  rejected: {
    label: 'Rejected',
    tone: 'bad',
    icon: IconX,
    says: 'The payment provider does not accept this account. Please contact support.',
  },
} satisfies Record<AccountStatus, AccountLook>

/** Where the driver's shares go (OUT-01): how far the account is, what it needs, and one thing to do next. */
export function AccountCard({ driverId }: { driverId: string }) {
  const title = useId()
  const account = usePayoutAccount(driverId)
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        <IconBuildingBank size={20} aria-hidden="true" />
        Payout account
      </h2>
      <DataPanel
        query={account}
        failure="Your payout account could not be loaded"
        skeleton={<Skeleton height={72} radius="md" />}
      >
        {(found) =>
          found ? (
            <Account account={found} />
          ) : (
            <>
              <p className={classes.strong}>{NO_ACCOUNT}</p>
              <p className={classes.quiet}>
                Set one up to be paid. Until then, what you earn waits for you.
              </p>
              <Onboarding driverId={driverId} label="Set Up Payouts" />
            </>
          )
        }
      </DataPanel>
    </section>
  )
}

function Account({ account }: { account: PayoutAccountOut }) {
  const { label, tone, icon: Icon, says } = LOOKS[account.status]
  const isUnfinished = account.next_step === 'continue_set_up'
  return (
    <>
      <p>
        <Badge tone={tone} icon={Icon}>
          {label}
        </Badge>
      </p>
      <p className={classes.quiet}>
        {account.details_submitted || account.status === 'rejected'
          ? says
          : 'Your account is not set up yet. What you earn waits for you.'}
      </p>
      {isUnfinished && <Due account={account} />}
      {isUnfinished && <Onboarding driverId={account.driver_id} label="Continue" />}
      {account.next_step === 'open_dashboard' && <Dashboard driverId={account.driver_id} />}
    </>
  )
}

function Due({ account }: { account: PayoutAccountOut }) {
  const words = dueInWords(account.currently_due)
  if (words.length === 0) return null
  return (
    <div className={classes.due}>
      <p className={classes.strong}>
        Still needed{account.due_by && ` by ${dateOf(account.due_by)}`}
      </p>
      <ul>
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  )
}

function Onboarding(props: { driverId: string; label: string }) {
  const { mutate, isPending } = useOnboarding(props.driverId)
  return (
    <Button
      className={classes.action}
      rightSection={<IconArrowRight size={18} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {props.label}
    </Button>
  )
}

function Dashboard({ driverId }: { driverId: string }) {
  const { mutate, isPending } = useProviderDashboard(driverId)
  return (
    <Button
      className={classes.action}
      variant="default"
      rightSection={<IconExternalLink size={18} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Open Dashboard
    </Button>
  )
}
