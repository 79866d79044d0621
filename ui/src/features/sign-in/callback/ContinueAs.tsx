import { Button } from '@mantine/core'
import type { AccountChange } from '@/auth/authLink'
import classes from '@/components/forms/Form.module.css'
import { ButtonLink } from '@/components/RouterLink'
import { SignInFrame } from '@/shared/account/SignInFrame'

/** Asks before a link signs in to an account, or to another one than the one that is signed in. */
export function ContinueAs({ change, onAgree }: { change: AccountChange; onAgree: () => void }) {
  const { to, from } = change
  return (
    <SignInFrame title={`Continue as ${to}?`}>
      <div className={classes.form}>
        <p>
          {from
            ? `You are signed in as ${from}. This link signs you in as ${to} instead.`
            : `This link signs you in as ${to}.`}{' '}
          Continue only if you asked for the link yourself.
        </p>
        <Button size="lg" onClick={onAgree}>
          Continue as {to}
        </Button>
        <ButtonLink to={from ? '/account' : '/'} size="lg" variant="default">
          {from ? `Stay signed in as ${from}` : 'Do not sign in'}
        </ButtonLink>
      </div>
    </SignInFrame>
  )
}
