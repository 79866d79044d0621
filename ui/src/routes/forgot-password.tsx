import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '@/features/sign-in/recovery/ForgotPasswordPage'

export const Route = createFileRoute('/forgot-password')({
  staticData: { title: 'Forgot password' },
  component: ForgotPasswordPage,
})
