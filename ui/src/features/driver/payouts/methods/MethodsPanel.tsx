import { Button, Skeleton } from '@mantine/core'
import {
  IconBrandPaypal,
  IconBuildingBank,
  IconCreditCard,
  IconExternalLink,
} from '@tabler/icons-react'
import type { MethodType, PayoutMethodOut } from '@/api/generated/types.gen'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { ARRIVES, ARRIVES_ALONE } from '@/shared/payouts/arrival'
import { heldUntil } from '@/shared/payouts/methodHold'
import { methodName } from '@/shared/payouts/methodName'
import { useProviderDashboard } from '../account'
import { useMethodActions, useMethods } from '../queries'
import { AddMethod } from './AddMethod'
import classes from './Methods.module.css'

const ICONS = {
  bank_account: IconBuildingBank,
  debit_card: IconCreditCard,
  paypal: IconBrandPaypal,
} satisfies Record<MethodType, typeof IconCreditCard>

/** Where the driver is paid, and the form for another place (OUT-35). */
export function MethodsPanel(props: { driverId: string; enteredAtProvider: boolean | undefined }) {
  const methods = useMethods(props.driverId)
  return (
    <div className={classes.panel}>
      <section className={classes.card} aria-label="Payout Methods">
        <h3>Payout Methods</h3>
        <DataPanel
          query={methods}
          failure="Your payout methods could not be loaded"
          skeleton={<Skeleton height={64} radius="md" />}
          isEmpty={(list) => list.length === 0}
          empty={
            <p className={classes.quiet}>
              None yet. Add a bank account, debit card or PayPal account to be paid to.
            </p>
          }
        >
          {(list) => (
            <ul className={classes.list}>
              {list.map((method) => (
                <li key={method.id}>
                  <Row driverId={props.driverId} method={method} />
                </li>
              ))}
            </ul>
          )}
        </DataPanel>
      </section>
      {props.enteredAtProvider === true && <AtProvider driverId={props.driverId} />}
      {props.enteredAtProvider === false && <AddMethod driverId={props.driverId} />}
    </div>
  )
}

function Row({ driverId, method }: { driverId: string; method: PayoutMethodOut }) {
  const name = methodName(method)
  const { choosing, removing } = useMethodActions(driverId, method.id)
  const Icon = ICONS[method.type]
  async function remove() {
    const yes = await confirm({
      title: `Remove ${name}?`,
      children: 'You are paid there no longer. What is on its way still arrives.',
      confirm: 'Remove',
      cancel: 'Keep',
      isDangerous: true,
    })
    if (yes) removing.mutate()
  }
  return (
    <div className={classes.row}>
      <Icon size={22} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.quiet}>{stateOf(method)}</p>
      </div>
      <div className={classes.actions}>
        {!method.is_default && method.is_verified && (
          <Button
            variant="default"
            aria-label={`Make Default: ${name}`}
            loading={choosing.isPending}
            onClick={() => choosing.mutate()}
          >
            Make Default
          </Button>
        )}
        <Button
          variant="default"
          aria-label={`Remove ${name}`}
          loading={removing.isPending}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </div>
    </div>
  )
}

function stateOf(method: PayoutMethodOut): string {
  const words = [method.is_verified ? 'Verified' : 'Being verified']
  if (method.is_default) words.push('Default')
  if (method.is_verified)
    words.push(method.is_instant ? `Instant, ${ARRIVES.instant}` : ARRIVES_ALONE.standard)
  const held = heldUntil(method, Date.now())
  if (held) words.push(`New: paid from ${held}`)
  return words.join(' · ')
}

/** With a real provider numbers are entered on its own pages, and never come here (OP-40). */
function AtProvider({ driverId }: { driverId: string }) {
  const { mutate, isPending } = useProviderDashboard(driverId)
  return (
    <section className={classes.card} aria-label="Add Payout Method">
      <h3>Add Payout Method</h3>
      <p className={classes.quiet}>
        Bank accounts and debit cards are added at the payment provider, so that their numbers never
        come here. They show here by themselves.
      </p>
      <Button
        className={classes.submit}
        variant="default"
        rightSection={<IconExternalLink size={18} aria-hidden="true" />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Open Dashboard
      </Button>
    </section>
  )
}
