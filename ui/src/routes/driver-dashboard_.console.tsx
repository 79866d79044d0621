import { createFileRoute } from '@tanstack/react-router'
import { SignedIn } from '@/components/session/SignedIn'
import { ConsolePage } from '@/features/driver/console/ConsolePage'
import { keptFor } from '@/features/driver/console/kept'
import { DriverGate } from '@/features/driver/DriverGate'

export const Route = createFileRoute('/driver-dashboard_/console')({
  component: () => (
    <SignedIn
      title="Driver Access Required"
      sentence="Sign in with your driver account to see this page."
      action="Sign In as Driver"
    >
      {(user) => (
        <DriverGate user={user} known={keptFor(user.id)?.driver}>
          {(driver) => <ConsolePage driver={driver} userId={user.id} />}
        </DriverGate>
      )}
    </SignedIn>
  ),
})
