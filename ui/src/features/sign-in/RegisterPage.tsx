import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '@/api/session'
import type { Registration } from '@/api/sessionStore'
import { useWaysIn, type WaysIn } from '@/api/waysIn'
import { SignInFrame } from '@/components/account/SignInFrame'
import { ConfirmAddress } from './ConfirmAddress'
import { OtherWaysIn } from './OtherWaysIn'
import { RegisterForm } from './RegisterForm'
import { useOnwards } from './useOnwards'

/** /register. A new driver goes on to the application, everybody else to where they came from. */
export function RegisterPage(props: { next?: string; learnt?: WaysIn }) {
  const { next } = props
  const waysIn = useWaysIn(props.learnt)
  const { status } = useSession()
  const [userType, setUserType] = useState<Registration['userType']>('customer')
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const onwards = userType === 'driver' ? '/drive-with-us' : next
  useOnwards(onwards, { registered: true })
  if (unconfirmed) {
    return (
      <SignInFrame title="Check Your Email">
        <ConfirmAddress email={unconfirmed} next={onwards} onBack={() => setUnconfirmed(null)} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title="Create your account"
      lead={
        <>
          Have one already?{' '}
          <Link to="/login" search={{ next }}>
            Login
          </Link>
        </>
      }
    >
      {status !== 'loading' && (
        <>
          <RegisterForm
            userType={userType}
            next={onwards}
            onUserType={setUserType}
            onConfirmEmail={setUnconfirmed}
          />
          {/* Providers make customers: a driver's application needs what they do not tell. */}
          {userType === 'customer' && (
            <OtherWaysIn waysIn={{ ...waysIn, passkeys: false }} next={next} />
          )}
        </>
      )}
    </SignInFrame>
  )
}
