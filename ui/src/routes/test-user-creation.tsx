import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/test-user-creation')({
  component: () => (
    <NotBuiltYet
      subject="Test users"
      meanwhile="Test users can only be made in a demonstration. Nothing was created."
    />
  ),
})
