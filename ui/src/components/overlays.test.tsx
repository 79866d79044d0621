import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '@/testing/render'
import { confirm } from './confirm'
import { toast } from './toast'

test('a toast appears, and one with the same id takes its place', async () => {
  show(null)
  toast.error('First', { id: 'same', duration: false })
  await screen.findByText('First')
  toast.success('Second', { id: 'same', duration: false })
  await screen.findByText('Second')
})

test.each([
  ['Cancel order', true],
  ['Keep it', false],
])('%s answers the question with %s', async (button, answer) => {
  const { user } = show(null)
  const answered = confirm({
    title: 'Cancel this order?',
    children: 'It is free.',
    confirm: 'Cancel order',
    cancel: 'Keep it',
  })
  await user.click(await screen.findByRole('button', { name: button }))
  expect(await answered).toBe(answer)
})
