import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/privacy')({
  component: () => (
    <NotBuiltYet
      subject="Privacy"
      meanwhile="This site sets no tracking cookies. The full text will be here before the first account can be made."
      back={{ to: '/register', label: 'Back to Sign Up' }}
    />
  ),
})
