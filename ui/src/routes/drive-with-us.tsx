import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { DriveWithUsPage } from '@/features/drive-with-us/DriveWithUsPage'
import { onboardingSearch } from '@/features/drive-with-us/steps'
import { SampleConsoleContext } from '@/shared/training/sampleConsole'

const SampleConsole = lazy(() => import('@/features/driver/tour/SampleConsole'))

export const Route = createFileRoute('/drive-with-us')({
  staticData: { title: 'Drive with us' },
  validateSearch: onboardingSearch,
  component: function DriveWithUs() {
    return (
      <SampleConsoleContext value={SampleConsole}>
        <DriveWithUsPage step={Route.useSearch().step ?? 1} />
      </SampleConsoleContext>
    )
  },
})
