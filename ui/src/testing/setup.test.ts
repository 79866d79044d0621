import { expect, test, vi } from 'vitest'

test('frames are drawn after a test that asked for one while its clock stood still', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  requestAnimationFrame(() => undefined)
  vi.useRealTimers()
  expect(await new Promise(requestAnimationFrame)).toBeGreaterThan(0)
})

test('a frame that was canceled is not drawn', async () => {
  const draw = vi.fn()
  cancelAnimationFrame(requestAnimationFrame(draw))
  await new Promise(requestAnimationFrame)
  expect(draw).not.toHaveBeenCalled()
})
