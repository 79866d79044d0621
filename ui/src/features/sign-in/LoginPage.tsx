import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '@/auth/session'
import { type SignInMethods, useSignInMethods } from '@/auth/signInMethods'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { SignInFrame } from '@/shared/account/SignInFrame'
import { LoginForm } from './LoginForm'
import { OtherSignInMethods } from './OtherSignInMethods'
import { PASSWORD_UPDATED } from './recovery/messages'
import { useContinueSignedIn } from './useContinueSignedIn'

const ConfirmAddress = lazy(() => import('./ConfirmAddress'))
const SecondFactor = lazy(async () => ({
  default: (await import('./second-factor/SecondFactor')).SecondFactor,
}))

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
        <Suspense>
          <SecondFactor />
        </Suspense>
      </SignInFrame>
    )
  }
  if (unconfirmed) {
    return (
      <SignInFrame title="Check Your Email">
        <Suspense>
          <ConfirmAddress email={unconfirmed} next={next} onBack={() => setUnconfirmed(null)} />
        </Suspense>
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
          </Link>{' '}
          to book or to drive.
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
