import { Link } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { LoginForm } from './LoginForm'
import { SignInFrame } from './SignInFrame'
import { useOnwards } from './useOnwards'

/** /login. Whoever is signed in already is sent on, so Back never shows the form again. */
export function LoginPage({ next }: { next?: string }) {
  const { status } = useSession()
  useOnwards(next)
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
      {status !== 'loading' && <LoginForm />}
    </SignInFrame>
  )
}
