import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { enterMailedCode, requestRecovery } from '@/auth/recovery'
import { SignInFrame } from '@/shared/account/SignInFrame'
import { CheckEmail } from '../CheckEmail'
import { ForgotPasswordForm } from './ForgotPasswordForm'

/** /forgot-password (AUT-25). Whether the address has an account is never told (OP-59). */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const navigate = useNavigate()

  if (sentTo === null) {
    return (
      <SignInFrame
        title="Forgot password"
        lead="Enter your email address, and we send you a link to a new password."
      >
        <ForgotPasswordForm email={email} onEmail={setEmail} onSent={setSentTo} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Check Your Email">
      <CheckEmail
        codeAction="Continue"
        onCode={async (code) => {
          await enterMailedCode('recovery', sentTo, code)
          await navigate({ to: '/reset-password' })
        }}
        onResend={() => requestRecovery(sentTo)}
        onBack={() => setSentTo(null)}
      >
        <p>
          If there is an account for <strong>{sentTo}</strong>, a link to a new password is on its
          way. It works once, within one hour.
        </p>
      </CheckEmail>
    </SignInFrame>
  )
}
