import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import { overlaysStand } from './overlays'
import { toast } from './toast'

test('every toast lasts three, four or five seconds', async () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('')
  overlaysStand({ modals, notifications })
  for (const say of [toast.success, toast.info, toast.error]) say('A word')
  await expect.poll(() => show.mock.calls.length).toBe(3)
  for (const [{ autoClose }] of show.mock.calls) expect([3_000, 4_000, 5_000]).toContain(autoClose)
})
