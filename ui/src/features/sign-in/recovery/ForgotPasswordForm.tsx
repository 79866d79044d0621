import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { requestRecovery } from '@/auth/recovery'
import classes from '@/components/forms/Form.module.css'
import { FormError } from '@/components/forms/FormError'
import { useAttempt } from '@/shared/account/useAttempt'

/** One address; what the service refuses is shown as it said it (AUT-25). */
export function ForgotPasswordForm(props: {
  email: string
  onEmail: (email: string) => void
  onSent: (email: string) => void
}) {
  const email = props.email.trim()
  const attempt = useAttempt('The mail could not be sent. Please try again.')

  async function submit() {
    if (await attempt.run(() => requestRecovery(email))) props.onSent(email)
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (email) void submit()
      }}
    >
      <FormError of={attempt} />
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        withAsterisk={false}
        value={props.email}
        onChange={({ currentTarget }) => {
          attempt.clear()
          props.onEmail(currentTarget.value)
        }}
      />
      <Button
        type="submit"
        size="lg"
        loading={attempt.busy}
        disabled={email === '' || attempt.wait > 0}
      >
        {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Send Reset Link'}
      </Button>
      <div className={classes.below}>
        <Link to="/login">Back to Login</Link>
      </div>
    </form>
  )
}
