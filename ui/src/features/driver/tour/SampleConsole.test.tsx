import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '@/testing/render'
import SampleConsole from './SampleConsole'

test('a sample request shows what a request shows, and tells which control was pressed', async () => {
  const onPress = vi.fn()
  const controls = ['Decline', 'Accept']
  const { user } = show(
    <SampleConsole scene="accept" controls={controls} isLocked={false} onPress={onPress} />,
  )
  expect(screen.getByText('A bookcase, wrapped, and two boxes of books')).toBeVisible()
  expect(screen.getByText(/^Delivery · 5.1 mi trip/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(onPress).toHaveBeenCalledExactlyOnceWith(1)
})
