import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/admin')({
  component: () => (
    <NotBuiltYet
      subject="Admin"
      meanwhile="Operators can use the command line today: haulage --help lists what it does."
    />
  ),
})
