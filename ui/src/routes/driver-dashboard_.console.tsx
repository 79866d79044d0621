import { createFileRoute } from '@tanstack/react-router'
import { ConsolePage } from '@/features/driver/console/ConsolePage'
import { storedConsole } from '@/features/driver/console/storage'
import { DriverGate } from '@/features/driver/DriverGate'

export const Route = createFileRoute('/driver-dashboard_/console')({
  component: () => (
    <DriverGate known={(userId) => storedConsole(userId)?.driver}>
      {(driver, userId) => <ConsolePage driver={driver} userId={userId} />}
    </DriverGate>
  ),
})
