import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { refusalOf } from '@/auth/authRefusal'
import { useSession } from '@/auth/session'
import classes from '@/components/forms/Form.module.css'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { useCountdown } from '@/components/useCountdown'
import { SHOW_PASSWORD } from '@/shared/account/showPassword'
import { type FieldErrors, signInError } from './messages'

export function LoginForm({ onUnconfirmed }: { onUnconfirmed: (email: string) => void }) {
  const { signIn } = useSession()
  const [error, setError] = useState<FieldErrors | null>(null)
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty('Email is required'),
      password: isNotEmpty('Password is required'),
    },
  })

  async function submit({ email, password }: typeof form.values) {
    setBusy(true)
    setError(null)
    try {
      await signIn(email.trim(), password)
    } catch (error) {
      const errors = signInError(refusalOf(error))
      setError(errors)
      if (errors.waitSeconds) startWait(errors.waitSeconds)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, () => form.getInputNode(firstOf(form.errors))?.focus())}
    >
      {error && <FormErrorBox wait={wait}>{error.sentence}</FormErrorBox>}
      {error?.isUnconfirmed && (
        <Button variant="default" onClick={() => onUnconfirmed(form.values.email.trim())}>
          Confirm my email
        </Button>
      )}
      <TextInput
        {...form.getInputProps('email')}
        aria-invalid={Boolean(form.errors.email)}
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      <PasswordInput
        {...form.getInputProps('password')}
        {...SHOW_PASSWORD}
        aria-invalid={Boolean(form.errors.password)}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <div className={classes.below}>
        <Link to="/forgot-password">Forgot password?</Link>
      </div>
      <Button type="submit" size="lg" loading={busy} disabled={wait > 0}>
        {wait > 0 ? `Wait ${wait}s` : 'Sign In'}
      </Button>
    </form>
  )
}

function firstOf(errors: object): string {
  return Object.keys(errors)[0] ?? 'email'
}
