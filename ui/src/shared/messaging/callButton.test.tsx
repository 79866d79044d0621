import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Every file of the app that draws something. */
function screens(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) return screens(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : []
  })
}

test('no screen dials but by the button that writes the call down', () => {
  const dialing = screens('src').filter((path) =>
    /telLink|openDialer|tel:/.test(readFileSync(path, 'utf8')),
  )
  expect(dialing.sort()).toEqual([
    'src/shared/messaging/CallButton.tsx',
    'src/shared/messaging/dialer.ts',
  ])
})
