import { configure, getConfig } from '@testing-library/react'
import { vi } from 'vitest'

let imported: Promise<void> | undefined

/** The screen that was opened just now is imported before what looks for it begins to wait. */
export function waitForScreen(): void {
  imported = vi.dynamicImportSettled()
}

/**
 * The first screen of a file imports half of the application, which on a busy machine takes longer than
 * a test waits for anything. Once it is there, whatever waits has its whole time.
 */
export function waitForImportsFirst(): void {
  const { asyncWrapper } = getConfig()
  configure({
    asyncWrapper: (wait) =>
      asyncWrapper(async () => {
        await imported
        imported = undefined
        return wait()
      }),
  })
}
