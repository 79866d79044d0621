import { createFileRoute } from '@tanstack/react-router'
import { ConsolePage } from '@/features/driver/console/ConsolePage'
import { keptFor } from '@/features/driver/console/kept'
import { DriverGate } from '@/features/driver/DriverGate'

export const Route = createFileRoute('/driver-dashboard_/console')({
  component: () => (
    <DriverGate known={(userId) => keptFor(userId)?.driver}>
      {(driver, userId) => <ConsolePage driver={driver} userId={userId} />}
    </DriverGate>
  ),
})
