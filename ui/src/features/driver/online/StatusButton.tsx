import { Button } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import type { DriverOut } from '@/api/generated/types.gen'
import { useOnline } from './useOnline'

/**
 * Says whether the driver is online, and switches it (DRV-03). The name changes with the state, so no
 * pressed state stands beside it: "Offline, not pressed" would say it twice, and against each other.
 */
export function StatusButton({ driver }: { driver: DriverOut }) {
  const { isPending, toggle } = useOnline(driver)
  return (
    <Button
      variant={driver.is_online ? 'filled' : 'default'}
      leftSection={<IconPower size={18} aria-hidden="true" />}
      loading={isPending}
      disabled={!driver.is_approved && !driver.is_online}
      onClick={toggle}
    >
      {driver.is_online ? 'Online' : 'Offline'}
    </Button>
  )
}
