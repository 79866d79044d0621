import { Button } from '@mantine/core'
import { IconFlask, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { checkOwnPayouts } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { useMarketplaceStatus } from '@/api/status'
import { formatCents } from '@/components/Money'
import { toast } from '@/components/toast'
import instant from '../instant/Instant.module.css'
import { usePaid, useRequestPayout } from '../queries'
import classes from './Integration.module.css'

const TEST_CENTS = 1_00
const TOAST = { id: 'test-payout' }

/** Trying payouts out, where none moves money (OUT-02, OUT-31, OUT-32). */
export function TestActions({ driverId }: { driverId: string }) {
  const requesting = useRequestPayout(driverId)
  const checking = useCheck(driverId)
  const status = useMarketplaceStatus()
  if (!status?.simulated.includes('payouts')) return null
  const create = () =>
    requesting.mutate(
      { amount_cents: TEST_CENTS, speed: 'standard' },
      {
        onSuccess: () => toast.success(`Test payout of ${formatCents(TEST_CENTS)} created.`, TOAST),
        onError: (error) => toast.error(`Error: ${sentenceOf(error)}`, TOAST),
      },
    )
  return (
    <section className={instant.card} aria-labelledby="test-actions">
      <h3 id="test-actions">Test Actions</h3>
      <p className={instant.quiet}>
        Payouts are simulated here, and no money moves. The bank account 000555555559, with the
        routing number 110000000, declines every payout, which then comes back to your balance.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconFlask size={18} aria-hidden="true" />}
          loading={requesting.isPending}
          onClick={create}
        >
          Create Test Payout
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          loading={checking.isPending}
          onClick={() => checking.mutate()}
        >
          Check Pending Payouts
        </Button>
      </div>
    </section>
  )
}

/** Asks the provider after this driver's open payouts. */
function useCheck(driverId: string) {
  const paid = usePaid(driverId)
  return useMutation({
    mutationFn: async () => {
      const path = { driver_id: driverId }
      return (await checkOwnPayouts({ path, throwOnError: true })).data
    },
    onSuccess: ({ message }) => toast.success(message, TOAST),
    onError: () => toast.error('Error checking payouts', TOAST),
    onSettled: paid,
  })
}
