import { expect, test, vi } from 'vitest'
import { withRetries } from './retries'

const noPause = () => Promise.resolve()

test('a map file is asked for again three times, and then no more', async () => {
  const load = vi.fn(() => Promise.reject(new Error('gone')))
  await expect(withRetries(load, noPause)).rejects.toThrow('gone')
  expect(load).toHaveBeenCalledTimes(4)
})

test('the first success ends it', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone'))
  load.mockResolvedValue('here')
  await expect(withRetries(load, noPause)).resolves.toBe('here')
  expect(load).toHaveBeenCalledTimes(2)
})

test('each pause is longer than the last', async () => {
  const pauses: number[] = []
  const pause = (milliseconds: number) => {
    pauses.push(milliseconds)
    return Promise.resolve()
  }
  await expect(withRetries(() => Promise.reject(new Error('gone')), pause)).rejects.toThrow()
  expect(pauses).toEqual([400, 800, 1600])
})
