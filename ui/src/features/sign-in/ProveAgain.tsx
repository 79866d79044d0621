import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { requestReauthentication } from '@/auth/ownAccount'
import { proveByMailedCode, proveByPasskey, proveByPassword } from '@/auth/proveIdentity'
import { enterCode } from '@/auth/secondFactor'
import { Dialog } from '@/components/Dialog'
import classes from '@/components/forms/Form.module.css'
import { FormError } from '@/components/forms/FormError'
import { CodeForm } from '@/shared/account/CodeForm'
import { passkeyError } from '@/shared/account/passkeyError'
import { secondFactorError } from '@/shared/account/secondFactorError'
import { SHOW_PASSWORD } from '@/shared/account/showPassword'
import { useAttempt } from '@/shared/account/useAttempt'
import { type ProofMeans, useProofMeans } from './useProofMeans'

type Means = 'password' | 'mail' | 'authenticator'

/** Has somebody who is signed in prove again that it is them, before something grave is done. */
export function ProveAgain({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const [chosen, setMeans] = useState<Means | null>(null)
  const has = useProofMeans()
  const means = chosen ?? firstOf(has)
  const attempt = useAttempt('That did not work. Please try again.', (refusal) =>
    refusal.code === 'current_password_invalid'
      ? 'This is not the password of your account.'
      : passkeyError(refusal),
  )

  async function prove(work: () => Promise<unknown>) {
    if (await attempt.run(work)) onAnswer(true)
  }

  async function mail() {
    if (await attempt.run(requestReauthentication)) setMeans('mail')
  }

  return (
    <Dialog title="Confirm that it is you" onClose={() => onAnswer(false)}>
      <div className={classes.form}>
        <p>You signed in a while ago. Prove again who you are, and we go on where you were.</p>
        <FormError of={attempt} />
        {means === 'password' && (
          <PasswordForm
            busy={attempt.busy}
            onSend={(password) => prove(() => proveByPassword(password))}
          />
        )}
        {means === 'mail' && (
          <CodeForm
            key="mail"
            label="Code from the mail"
            action="Confirm"
            autoFocus
            messageOf={({ code }) =>
              code === 'reauthentication_not_valid'
                ? 'This code is wrong or no longer valid.'
                : undefined
            }
            onCode={async (code) => {
              await proveByMailedCode(code)
              onAnswer(true)
            }}
          />
        )}
        {means === 'authenticator' && (
          <CodeForm
            key="authenticator"
            label="Code from your authenticator application"
            action="Confirm"
            autoFocus
            messageOf={(refusal) =>
              refusal.code === 'mfa_factor_not_found'
                ? 'Your account has no authenticator application.'
                : secondFactorError(refusal)
            }
            onCode={async (code) => {
              await enterCode(code)
              onAnswer(true)
            }}
          />
        )}
        {has.password && means !== 'password' && (
          <Button variant="default" onClick={() => setMeans('password')}>
            Use My Password
          </Button>
        )}
        {has.authenticator && means !== 'authenticator' && (
          <Button variant="default" onClick={() => setMeans('authenticator')}>
            Use My Authenticator
          </Button>
        )}
        {has.passkey && (
          <Button variant={means ? 'default' : 'filled'} onClick={() => void prove(proveByPasskey)}>
            Use a Passkey
          </Button>
        )}
        {means !== 'mail' && (
          <Button
            variant={means || has.passkey ? 'default' : 'filled'}
            disabled={attempt.wait > 0}
            onClick={() => void mail()}
          >
            Mail Me a Code
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** What is in somebody's head or hand comes first; null where only a button leads on. */
function firstOf({ password, authenticator }: ProofMeans): Means | null {
  if (password) return 'password'
  return authenticator ? 'authenticator' : null
}

function PasswordForm(props: { busy: boolean; onSend: (password: string) => void }) {
  const [password, setPassword] = useState('')
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (password) props.onSend(password)
      }}
    >
      <PasswordInput
        {...SHOW_PASSWORD}
        label="Your password"
        name="password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Button type="submit" size="lg" loading={props.busy} disabled={password === ''}>
        Confirm
      </Button>
    </form>
  )
}
