import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '@/features/sign-in/recovery/ResetPasswordPage'

export const Route = createFileRoute('/reset-password')({
  staticData: { title: 'Reset password' },
  component: ResetPasswordPage,
})
