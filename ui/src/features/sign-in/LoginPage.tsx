import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '@/auth/session'
import { type SignInMethods, useSignInMethods } from '@/auth/signInMethods'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { SignInFrame } from '@/shared/account/SignInFrame'
import { ConfirmAddress } from './ConfirmAddress'
import { LoginForm } from './LoginForm'
import { OtherSignInMethods } from './OtherSignInMethods'
import { PASSWORD_UPDATED } from './recovery/messages'
import { SecondFactor } from './second-factor/SecondFactor'
import { useContinueSignedIn } from './useContinueSignedIn'

/** /login. Whoever is signed in already is sent on, so Back never shows the form again. */
export function LoginPage(props: { next?: string; learnt?: SignInMethods }) {
  const { next } = props
  const waysIn = useSignInMethods(props.learnt)
  const { status } = useSession()
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const isUpdated = useLocation({ select: ({ state }) => state.passwordUpdated === true })
  useContinueSignedIn(next)
  if (status === 'second-factor') {
    return (
      <SignInFrame title="One more step" lead="Your account has a second factor.">
        <SecondFactor />
      </SignInFrame>
    )
  }
  if (unconfirmed) {
    return (
      <SignInFrame title="Check Your Email">
        <ConfirmAddress email={unconfirmed} next={next} onBack={() => setUnconfirmed(null)} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title="Sign in"
      lead={
        <>
          New here?{' '}
          <Link to="/register" search={{ next }}>
            Sign Up
          </Link>
        </>
      }
    >
      {status !== 'loading' && (
        <>
          {isUpdated && <FormSuccess>{PASSWORD_UPDATED}</FormSuccess>}
          <LoginForm onUnconfirmed={setUnconfirmed} />
          <OtherSignInMethods waysIn={waysIn} next={next} />
        </>
      )}
    </SignInFrame>
  )
}
