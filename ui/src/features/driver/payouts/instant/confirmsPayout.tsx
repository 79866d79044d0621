import type { PayoutMethodOut } from '@/api/generated/types.gen'
import { confirm } from '@/components/confirm'
import { formatCents } from '@/components/Money'
import { ARRIVES } from '@/shared/payouts/arrival'
import { methodNameWithin } from '@/shared/payouts/methodName'
import type { FeeLines as Lines } from '../fees'
import { FeeLines } from './FeeLines'
import classes from './Instant.module.css'

const SENTENCES = {
  instant: `It arrives ${ARRIVES.instant}.`,
  standard: `It arrives ${ARRIVES.standard}, with no fees.`,
}

/** Whether the driver really has the money sent there, with what is kept of it and when it arrives. */
export function confirmsPayout(
  cents: number,
  isInstant: boolean,
  method: PayoutMethodOut,
  lines: Lines | null,
): Promise<boolean> {
  const net = formatCents(lines?.net ?? cents)
  return confirm({
    title: `Send ${net} to ${methodNameWithin(method)}?`,
    children: (
      <div className={classes.form}>
        <p>{isInstant ? SENTENCES.instant : SENTENCES.standard}</p>
        {lines && <FeeLines cents={cents} lines={lines} />}
      </div>
    ),
    confirm: 'Send Payout',
    cancel: 'Not Yet',
  })
}
