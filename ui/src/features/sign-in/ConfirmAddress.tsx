import { resendConfirmation } from '@/auth/ownAccount'
import { enterMailedCode } from '@/auth/recovery'
import { mailTooSoon } from '@/shared/account/outage'
import { useMailIsSent } from '@/shared/account/WhereMailIs'
import { CheckEmail } from './CheckEmail'
import { registrationError } from './messages'

/** After a sign-up, or a sign-in, of an address that has to be confirmed by mail (OP-58). */
export default function ConfirmAddress(props: {
  email: string
  next?: string
  onBack: () => void
}) {
  const { email, next } = props
  const isSent = useMailIsSent()
  return (
    <CheckEmail
      codeAction="Confirm"
      onCode={(code) => enterMailedCode('signup', email, code)}
      onResend={() => resendConfirmation(email, next)}
      messageOf={(refusal) => mailTooSoon(refusal) ?? registrationError(refusal).sentence}
      onBack={props.onBack}
    >
      <p>
        {isSent ? 'We sent a confirmation link to ' : 'There is a confirmation link for '}
        <strong>{email}</strong>. Open it to finish signing up, or type the code that stands below
        it.
      </p>
    </CheckEmail>
  )
}
