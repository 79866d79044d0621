import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltScreen } from '@/components/NotBuiltScreen'

export const Route = createFileRoute('/business-api')({
  component: () => (
    <NotBuiltScreen
      subject="Business API"
      meanwhile="The description of the public API is already served at /schema."
    />
  ),
})
