import { Button, PasswordInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { refusalOf } from '@/auth/authRefusal'
import { useSession } from '@/auth/session'
import type { Registration } from '@/auth/sessionStore'
import { Tick } from '@/components/fields/Tick'
import classes from '@/components/forms/Form.module.css'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { useCountdown } from '@/components/useCountdown'
import { phoneFault } from '@/shared/account/phone'
import { SHOW_PASSWORD } from '@/shared/account/showPassword'
import { SmsConsentBox } from '@/shared/messaging/SmsConsentBox'
import { clearPendingConsent, storePendingConsent } from '@/shared/messaging/smsConsent'
import { useSmsConsentText } from '@/shared/messaging/smsConsentText'
import { alreadyRegistered, type FieldErrors, registrationError } from './messages'
import { RoleChoice } from './RoleChoice'

const MIN_PASSWORD_LENGTH = 6
/** The server's, which counts the bytes: an emoji is four. */
const MAX_PASSWORD_BYTES = 72

type Values = Omit<Registration, 'userType'> & { confirmPassword: string; terms: boolean }

/** What stood in the form when it was sent. */
export type FilledIn = Values & { agreesToSms: boolean }

const EMPTY: Values = {
  name: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  terms: false,
}

export function RegisterForm(props: {
  userType: Registration['userType']
  /** Where to go on to once the address is confirmed. */
  next: string | undefined
  /** What was sent before, by somebody who comes back for another address. */
  sent: FilledIn | null
  onUserType: (userType: Registration['userType']) => void
  onConfirmEmail: (filledIn: FilledIn) => void
}) {
  const { userType, sent } = props
  const { signUp } = useSession()
  const [error, setError] = useState<FieldErrors | null>(null)
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()
  const form = useRegistrationFields(sent)
  const consent = useSmsConsentText()
  const [agreesToSms, setAgreesToSms] = useState(sent?.agreesToSms ?? false)
  const isBack = sent !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the form opens again
  useEffect(() => {
    if (isBack) form.getInputNode('email')?.focus()
  }, [])

  function showErrors(errors: FieldErrors) {
    if (errors.field) form.setFieldError(errors.field, errors.sentence)
    else setError(errors)
    if (errors.field) form.getInputNode(errors.field)?.focus()
    if (errors.waitSeconds) startWait(errors.waitSeconds)
  }

  async function submit(values: Values) {
    if (wait > 0) return
    const { name, email, phone, password } = values
    setBusy(true)
    setError(null)
    const person = { name: name.trim(), email: email.trim(), phone: phone.trim(), password }
    if (agreesToSms) {
      storePendingConsent({ email: person.email, textVersion: consent.version })
    } else {
      clearPendingConsent()
    }
    try {
      const result = await signUp({ ...person, userType }, props.next)
      if (result === 'confirm-email') props.onConfirmEmail({ ...values, agreesToSms })
      if (result === 'already-registered') showErrors(alreadyRegistered())
    } catch (error) {
      showErrors(registrationError(refusalOf(error)))
    } finally {
      setBusy(false)
    }
  }

  const field = (name: keyof Values & string) => ({
    ...form.getInputProps(name),
    name,
    required: true,
    withAsterisk: false,
    'aria-invalid': Boolean(form.errors[name]),
  })

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(firstOf(errors))?.focus())}
    >
      {error && <FormErrorBox wait={wait}>{error.sentence}</FormErrorBox>}
      <RoleChoice value={userType} onChange={props.onUserType} />
      <TextInput {...field('name')} label="Name" autoComplete="name" maxLength={100} />
      <TextInput
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <TextInput
        {...field('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        description="So that you and your driver can reach each other."
        maxLength={32}
      />
      <div className={classes.sms}>
        <SmsConsentBox text={consent.text} checked={agreesToSms} onChange={setAgreesToSms} />
      </div>
      <div className={classes.pair}>
        <PasswordInput
          {...field('password')}
          {...SHOW_PASSWORD}
          label="Password"
          description="At least 6 characters."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
        />
        <PasswordInput
          {...field('confirmPassword')}
          {...SHOW_PASSWORD}
          label="Confirm password"
          autoComplete="new-password"
        />
      </div>
      <Tick
        {...form.getInputProps('terms', { type: 'checkbox' })}
        name="terms"
        required
        className={classes.terms}
        label={
          <>
            I agree to the <Text to="/terms" {...props} name="Terms" /> and the{' '}
            <Text to="/privacy" {...props} name="Privacy Policy" />
          </>
        }
      />
      <Button type="submit" size="lg" loading={busy} disabled={wait > 0}>
        {wait > 0 ? `Wait ${wait}s` : 'Create account'}
      </Button>
    </form>
  )
}

/** A text to agree to, in a tab of its own: what is typed here stays. */
function Text(props: {
  to: '/terms' | '/privacy'
  name: string
  next: string | undefined
  userType: Registration['userType']
}) {
  return (
    <Link to={props.to} search={{ next: props.next, role: props.userType }} target="_blank">
      {props.name}
      <span className={classes.hidden}> (opens in a new tab)</span>
    </Link>
  )
}

/** The fields and their errors (AUT-10, AUT-11); an error goes as soon as its field is edited. */
function useRegistrationFields(sent: Values | null) {
  return useForm<Values>({
    initialValues: sent ?? EMPTY,
    validate: {
      name: isNotEmpty('Name is required'),
      email: isNotEmpty('Email is required'),
      phone: phoneFault,
      password: passwordFault,
      confirmPassword: (again, { password }) =>
        again === password ? null : 'Passwords do not match',
      terms: (agreed) => (agreed ? null : 'Please agree to the Terms and the Privacy Policy'),
    },
  })
}

function firstOf(errors: object): string {
  return Object.keys(errors)[0] ?? 'name'
}

function passwordFault(password: string): string | null {
  if (!password) return 'Password is required'
  if (password.length < MIN_PASSWORD_LENGTH) return 'Password must be at least 6 characters'
  const bytes = new TextEncoder().encode(password).length
  return bytes > MAX_PASSWORD_BYTES ? 'Password is too long. Choose a shorter one' : null
}
