import { createFileRoute, notFound } from '@tanstack/react-router'
import { getStatus } from '@/api/generated/sdk.gen'
import { TestUsersPage } from '@/features/test-users/TestUsersPage'

export const Route = createFileRoute('/test-user-creation')({
  staticData: { title: 'Test users' },
  // The demonstration alone runs in test mode; everywhere else there is no such page (OP-60).
  loader: async () => {
    const { data } = await getStatus({ throwOnError: true })
    if (data.mode !== 'demo') throw notFound()
  },
  component: TestUsersPage,
})
