import { createFileRoute } from '@tanstack/react-router'
import { CallbackPage } from '@/features/sign-in/callback/CallbackPage'

export const Route = createFileRoute('/auth/callback')({
  staticData: { title: 'Signing in' },
  component: CallbackPage,
})
