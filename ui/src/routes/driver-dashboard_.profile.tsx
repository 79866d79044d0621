import { createFileRoute } from '@tanstack/react-router'
import { DriverGate } from '@/features/driver/DriverGate'
import { ProfilePage } from '@/features/driver/profile/ProfilePage'

export const Route = createFileRoute('/driver-dashboard_/profile')({
  staticData: { title: 'Driver profile' },
  component: () => (
    <DriverGate>{(driver) => <ProfilePage key={driver.id} driver={driver} />}</DriverGate>
  ),
})
