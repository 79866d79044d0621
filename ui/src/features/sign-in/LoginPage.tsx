import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '@/auth/session'
import { useWaysIn, type WaysIn } from '@/auth/waysIn'
import { Done } from '@/components/forms/Done'
import { SignInFrame } from '@/shared/account/SignInFrame'
import { ConfirmAddress } from './ConfirmAddress'
import { LoginForm } from './LoginForm'
import { OtherWaysIn } from './OtherWaysIn'
import { PASSWORD_UPDATED } from './recovery/messages'
import { SecondFactor } from './second-factor/SecondFactor'
import { useOnwards } from './useOnwards'

/** /login. Whoever is signed in already is sent on, so Back never shows the form again. */
export function LoginPage(props: { next?: string; learnt?: WaysIn }) {
  const { next } = props
  const waysIn = useWaysIn(props.learnt)
  const { status } = useSession()
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const isUpdated = useLocation({ select: ({ state }) => state.passwordUpdated === true })
  useOnwards(next)
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
          {isUpdated && <Done>{PASSWORD_UPDATED}</Done>}
          <LoginForm onUnconfirmed={setUnconfirmed} />
          <OtherWaysIn waysIn={waysIn} next={next} />
        </>
      )}
    </SignInFrame>
  )
}
