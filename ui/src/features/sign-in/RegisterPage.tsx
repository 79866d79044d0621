import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '@/auth/session'
import type { Registration } from '@/auth/sessionStore'
import { type SignInMethods, useSignInMethods } from '@/auth/signInMethods'
import classes from '@/components/forms/Form.module.css'
import { SignInFrame } from '@/shared/account/SignInFrame'
import type { RegisterSearch } from '@/shared/session/next'
import { OtherSignInMethods } from './OtherSignInMethods'
import { type FilledIn, RegisterForm } from './RegisterForm'
import { useContinueSignedIn } from './useContinueSignedIn'

const ConfirmAddress = lazy(() => import('./ConfirmAddress'))

const APPLICATION = '/drive-with-us'

/** /register. A new driver goes on to the application, everybody else to where they came from. */
export function RegisterPage(props: RegisterSearch & { learnt?: SignInMethods }) {
  const { next } = props
  const waysIn = useSignInMethods(props.learnt)
  const { status } = useSession()
  const isForDrivers = next?.startsWith(APPLICATION) ?? false
  const [userType, setUserType] = useState<Registration['userType']>(
    props.role ?? (isForDrivers ? 'driver' : 'customer'),
  )
  const [sent, setSent] = useState<FilledIn | null>(null)
  const [isAwaited, setIsAwaited] = useState(false)
  const onwards = userType === 'driver' && !isForDrivers ? APPLICATION : next
  useContinueSignedIn(onwards, { registered: true })
  if (sent && isAwaited) {
    return (
      <SignInFrame title="Check Your Email">
        <Suspense>
          <ConfirmAddress
            email={sent.email.trim()}
            next={onwards}
            onBack={() => setIsAwaited(false)}
          />
        </Suspense>
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
            sent={sent}
            onUserType={setUserType}
            onConfirmEmail={(filledIn) => {
              setSent(filledIn)
              setIsAwaited(true)
            }}
          />
          {userType === 'customer' ? (
            <OtherSignInMethods waysIn={{ ...waysIn, passkeys: false }} next={next} signingUp />
          ) : (
            // A driver needs a number, which providers do not tell.
            waysIn.providers.length > 0 && (
              <p className={classes.note}>
                An account elsewhere, such as Google’s, signs you up as a customer, and a customer
                can apply to drive.
              </p>
            )
          )}
        </>
      )}
    </SignInFrame>
  )
}
