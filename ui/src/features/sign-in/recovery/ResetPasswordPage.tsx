import { ContinueAs } from '../callback/ContinueAs'
import { useFollowedLink } from '../callback/useFollowedLink'
import { INVALID_LINK, linkError } from './messages'
import { InvalidResetLink, ResetPassword, VerifyingLink } from './ResetPassword'

/** /reset-password: verifying, invalid, form, success, then on to /login (AUT-28). */
export function ResetPasswordPage() {
  const { outcome, refusal, change, agree } = useFollowedLink('recovery')
  if (change) return <ContinueAs change={change} onAgree={agree} />
  if (refusal) return <InvalidResetLink sentence={linkError(refusal)} />
  if (outcome === null) return <VerifyingLink />
  if (outcome !== 'recovery') return <InvalidResetLink sentence={INVALID_LINK} />
  return <ResetPassword />
}
