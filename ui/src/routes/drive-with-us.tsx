import { createFileRoute } from '@tanstack/react-router'
import { DriveWithUsPage } from '@/features/drive-with-us/DriveWithUsPage'
import { onboardingSearch } from '@/features/drive-with-us/steps'

export const Route = createFileRoute('/drive-with-us')({
  validateSearch: onboardingSearch,
  component: function DriveWithUs() {
    return <DriveWithUsPage step={Route.useSearch().step ?? 1} />
  },
})
