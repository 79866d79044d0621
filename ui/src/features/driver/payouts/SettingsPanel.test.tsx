import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signedInDriver } from '@/testing/drivers'
import { payoutsOfDriver } from '@/testing/payouts'
import { visit } from '@/testing/render'

test('a driver chooses what pays them beside the Monday run, from an amount of theirs', async () => {
  signedInDriver()
  const backend = payoutsOfDriver()
  const { user } = visit('/driver-dashboard?tab=payouts')
  const panel = within(await screen.findByRole('region', { name: 'Payout Settings' }))
  const when = await panel.findByLabelText('When you are paid out')
  expect(when).toHaveDisplayValue('Every Monday')
  expect(panel.queryByLabelText('Paid out from this balance on')).not.toBeInTheDocument()
  await user.selectOptions(when, 'Every Monday, and when my balance reaches an amount')
  const amount = await panel.findByLabelText('Paid out from this balance on')
  await waitFor(() => expect(backend.settings.trigger).toBe('threshold'))
  await user.clear(amount)
  await user.type(amount, '75{Enter}')
  await waitFor(() => expect(backend.settings.auto_payout_threshold_cents).toBe(75_00))
})
