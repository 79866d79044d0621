import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/terms')({
  component: () => (
    <NotBuiltYet
      subject="Terms"
      meanwhile="The terms will be here before the first booking can be made."
      back={{ to: '/register', label: 'Back to Sign Up' }}
    />
  ),
})
