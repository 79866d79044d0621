import { Button } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import type { DriverOut } from '@/api/generated/types.gen'
import { useOnline } from './useOnline'

/** Says whether the driver is online, and switches it (DRV-03). */
export function StatusButton({ driver }: { driver: DriverOut }) {
  const { isPending, toggle } = useOnline(driver)
  return (
    <Button
      variant={driver.is_online ? 'filled' : 'default'}
      leftSection={<IconPower size={18} aria-hidden="true" />}
      aria-pressed={driver.is_online}
      loading={isPending}
      disabled={!driver.is_approved && !driver.is_online}
      onClick={toggle}
    >
      {driver.is_online ? 'Online' : 'Offline'}
    </Button>
  )
}
