import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '@/components/toast'
import { renewWhenPartsAreMissing } from './missingParts'

let stop = () => {}
afterEach(() => stop())

function miss(isTypedOn: boolean) {
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  const showError = vi.spyOn(toast, 'error').mockImplementation(() => {})
  const reload = vi.fn()
  stop = renewWhenPartsAreMissing(() => isTypedOn, reload)
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  return { showError: showError, reload }
}

test('a page on which something is typed offers a reload and keeps it', () => {
  const { showError, reload } = miss(true)
  expect(reload).not.toHaveBeenCalled()
  expect(showError.mock.calls[0]?.[0]).toMatch(/Reload the page/)
})

test('a page without anything typed begins anew', () => {
  const { showError, reload } = miss(false)
  expect(reload).toHaveBeenCalledOnce()
  expect(showError).not.toHaveBeenCalled()
})
