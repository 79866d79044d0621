import { useEffect } from 'react'
import { OTHER_BROWSER } from '@/auth/authLink'
import { useSession } from '@/auth/session'
import classes from '@/components/forms/Form.module.css'
import { ButtonLink } from '@/components/RouterLink'
import { toast } from '@/components/toast'
import { SignInFrame } from '@/shared/account/SignInFrame'
import { DASHBOARD_PATHS } from '@/shared/session/next'
import { INVALID_LINK, linkError } from '../recovery/messages'
import { InvalidResetLink, ResetPassword, VerifyingLink } from '../recovery/ResetPassword'
import { SecondFactor } from '../second-factor/SecondFactor'
import { useContinueSignedIn } from '../useContinueSignedIn'
import { ContinueAs } from './ContinueAs'
import { isUnplaced, LINK_COPY, linkErrorText, returnReason } from './linkCopy'
import { type FollowedLink, useFollowedLink } from './useFollowedLink'

/** /auth/callback: where mails and providers lead back to, and the reset page too (AUT-22). */
export function CallbackPage() {
  const link = useFollowedLink('anything')
  const { outcome, refusal } = link
  const purpose = refusal && isUnplaced(refusal, link.purpose) ? 'unplaced' : link.purpose
  if (link.change) return <ContinueAs change={link.change} onAgree={link.agree} />
  if (outcome === 'recovery') return <ResetPassword />
  if (outcome === 'signed-in') return <Returned link={link} />
  if (outcome === 'half-confirmed') return <HalfConfirmed />
  if (!refusal) return <VerifyingLink />
  if (purpose === '' || !(purpose in LINK_COPY)) {
    const sentence = link.arrival.kind === 'nothing' ? INVALID_LINK : linkError(refusal)
    return <InvalidResetLink sentence={sentence} />
  }
  return <NotReturned link={{ ...link, purpose }} />
}

/** Signed in by the link; a second factor is still asked for where there is one. */
function Returned({ link: { purpose, next } }: { link: FollowedLink }) {
  const { status, user } = useSession()
  useContinueSignedIn(next, purpose === 'signup' ? { registered: true } : undefined)
  const greeting = LINK_COPY[purpose]?.greeting
  const isIn = user !== null
  useEffect(() => {
    if (isIn && greeting) toast.success(greeting, { id: 'returned' })
  }, [isIn, greeting])
  if (status !== 'second-factor') return <VerifyingLink />
  return (
    <SignInFrame title="One more step" lead="Your account has a second factor.">
      <SecondFactor />
    </SignInFrame>
  )
}

/** A change of address that one of its two mailboxes has confirmed. */
function HalfConfirmed() {
  return (
    <SignInFrame title="One more mail to answer">
      <div className={classes.form}>
        <p role="status">
          This address has agreed. Now open the link in the mail to your other address: your address
          changes when both have agreed.
        </p>
        <ButtonLink to="/account" size="lg">
          Your account
        </ButtonLink>
      </div>
    </SignInFrame>
  )
}

function NotReturned({ link: { purpose, refusal, next, signingUp } }: { link: FollowedLink }) {
  const { user } = useSession()
  const errorText = refusal && linkErrorText(purpose, refusal, signingUp)
  const details = refusal && returnReason(purpose, refusal)
  const reason = details === errorText ? undefined : details
  const confirmed = refusal?.code === OTHER_BROWSER && purpose === 'signup'
  return (
    <SignInFrame title={titleOf(purpose, confirmed)}>
      <div className={classes.form}>
        <div role="alert">
          <p>{errorText}</p>
          {reason && <p className={classes.note}>{reason}</p>}
        </div>
        {user ? (
          <ButtonLink to={next ?? DASHBOARD_PATHS[user.userType]} size="lg">
            Continue
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" search={{ next }} size="lg">
            Sign In
          </ButtonLink>
        )}
      </div>
    </SignInFrame>
  )
}

function titleOf(purpose: string, confirmed: boolean): string {
  if (confirmed) return 'Your address is confirmed'
  return purpose === 'signup' || purpose === 'email_change'
    ? 'This link does not work'
    : 'That did not work'
}
