import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/business-api')({
  component: () => (
    <NotBuiltYet
      subject="Business API"
      meanwhile="The description of the public API is already served at /schema."
    />
  ),
})
