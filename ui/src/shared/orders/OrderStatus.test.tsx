import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Status, StatusBadge } from '@/components/StatusBadge'
import { OrderStatus } from './OrderStatus'

test.each([
  ['in_progress', 'In progress', 'live'],
  ['completed', 'Completed', 'good'],
  ['cancelled', 'Canceled', 'bad'],
  ['pending', 'Pending', 'calm'],
  ['assigned', 'Assigned', 'calm'],
  ['held_at_customs', 'held at customs', 'calm'],
])('%s reads %s in the tone %s', (status, label, tone) => {
  render(<StatusBadge status={status as Status} />)
  expect(screen.getByText(label)).toHaveAttribute('data-tone', tone)
})

test('an order that waits for its payment says so beside its neutral status', () => {
  render(<OrderStatus order={{ status: 'pending', payment_status: 'unpaid' }} />)
  expect(screen.getByText('Pending')).toHaveAttribute('data-tone', 'calm')
  expect(screen.getByText('Awaiting payment')).toHaveAttribute('data-tone', 'warn')
})

test.each([
  ['pending', 'paid', 'Pending'],
  ['cancelled', 'unpaid', 'Canceled'],
] as const)('one that is %s and %s waits for no payment', (status, payment_status, label) => {
  render(<OrderStatus order={{ status, payment_status }} />)
  expect(screen.getByText(label)).toBeInTheDocument()
  expect(screen.queryByText('Awaiting payment')).not.toBeInTheDocument()
})
