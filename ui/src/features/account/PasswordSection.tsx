import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { refusalOf } from '@/auth/authRefusal'
import { needsMailedCode, requestReauthentication, updatePassword } from '@/auth/ownAccount'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { CodeForm } from '@/shared/account/CodeForm'
import { isFilledTwice, NewPasswordFields } from '@/shared/account/NewPasswordFields'
import { newPasswordError } from '@/shared/account/newPassword'
import { SHOW_PASSWORD } from '@/shared/account/showPassword'
import { useAttempt } from '@/shared/account/useAttempt'
import { useSessionsChanged } from './SessionList'

const EMPTY = { password: '', again: '' }

/**
 * A new password under the rules of the reset screen (OP-54, AUT-33). It takes the current one; who
 * has none, or does not know it, leaves the field empty and gets a code by mail.
 */
export function PasswordSection() {
  const [value, setValue] = useState(EMPTY)
  const [current, setCurrent] = useState('')
  const [broken, setBroken] = useState<string | undefined>()
  const [stage, setStage] = useState<'form' | 'code' | 'done'>('form')
  const [unlike, setUnlike] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const sessionsChanged = useSessionsChanged()
  const attempt = useAttempt('Failed to update password. Please try again.', ({ code }) =>
    code === 'current_password_invalid' ? 'The current password is not right.' : undefined,
  )

  async function submit() {
    const error =
      value.password === '' ? 'Enter the new password.' : newPasswordError(value.password)
    setBroken(error)
    if (error) return field.current?.focus()
    if (!isFilledTwice(value)) {
      setUnlike(value.again === '' ? 'Enter the new password again.' : 'Passwords do not match')
      return again.current?.focus()
    }
    let isCodeWanted = false
    const went = await attempt.run(async () => {
      isCodeWanted = await updateOrMailCode(value.password, current)
    })
    if (!went) return
    if (isCodeWanted) setStage('code')
    else finish()
  }

  function finish() {
    void sessionsChanged()
    setValue(EMPTY)
    setCurrent('')
    setStage('done')
  }

  if (stage === 'code') {
    return (
      <PasswordFrame>
        <p>We mailed you a code. Enter it to set the new password.</p>
        <CodeForm
          label="Code from the mail"
          action="Update Password"
          autoFocus
          messageOf={({ code }) =>
            code === 'reauthentication_not_valid'
              ? 'This code is wrong or no longer valid.'
              : undefined
          }
          onCode={async (code) => {
            await updatePassword(value.password, { code })
            finish()
          }}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setStage('form')}>
            Cancel
          </Button>
        </div>
      </PasswordFrame>
    )
  }
  return (
    <PasswordFrame>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormError of={attempt} />
        <PasswordInput
          {...SHOW_PASSWORD}
          label="Current password"
          description="Leave it empty to get a code by mail instead."
          name="currentPassword"
          autoComplete="current-password"
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        />
        <NewPasswordFields
          value={value}
          error={broken}
          passwordRef={field}
          againError={unlike}
          againRef={again}
          onChange={(changed) => {
            setBroken(undefined)
            setUnlike(undefined)
            setStage('form')
            setValue(changed)
          }}
        />
        <FormSuccess>
          {stage === 'done' && 'Password updated. Every other device has been signed out.'}
        </FormSuccess>
        <div className={classes.actions}>
          <Button type="submit" loading={attempt.busy} disabled={attempt.wait > 0}>
            {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Update Password'}
          </Button>
        </div>
      </form>
    </PasswordFrame>
  )
}

/** Whether a mailed code is wanted first; the mail is then on its way. */
async function updateOrMailCode(password: string, current: string): Promise<boolean> {
  try {
    await updatePassword(password, { current })
    return false
  } catch (error) {
    if (current || !needsMailedCode(refusalOf(error))) throw error
    await requestReauthentication()
    return true
  }
}

function PasswordFrame({ children }: { children: React.ReactNode }) {
  return (
    <Section title="Password" lead="A new password signs out every other device.">
      {children}
    </Section>
  )
}
