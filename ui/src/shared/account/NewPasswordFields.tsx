import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput } from '@mantine/core'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { type RefObject, useId, useState } from 'react'
import classes from './NewPasswordFields.module.css'
import { NEW_PASSWORD_RULES } from './newPassword'
import { SHOW_PASSWORD } from './showPassword'

export type NewPassword = { password: string; again: string }

/** Whether there is something to submit: both filled, and the same (AUT-30). */
export function isFilledTwice({ password, again }: NewPassword): boolean {
  return password !== '' && password === again
}

/** A new password, written twice, over the rules that it has to keep. */
export function NewPasswordFields(props: {
  value: NewPassword
  onChange: (value: NewPassword) => void
  error?: string
  passwordRef?: RefObject<HTMLInputElement | null>
  /** What is missing in the second field, once somebody has tried to submit. */
  againError?: string
  againRef?: RefObject<HTMLInputElement | null>
}) {
  const { password, again } = props.value
  const rules = useId()
  const [left, setLeft] = useState(false)
  // Nobody is told of a difference while they are still typing the beginning of the same.
  const differs = again !== '' && again !== password && (left || !password.startsWith(again))
  return (
    <>
      <PasswordInput
        {...SHOW_PASSWORD}
        ref={props.passwordRef}
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={password}
        error={props.error}
        aria-invalid={Boolean(props.error)}
        aria-describedby={rules}
        onChange={({ currentTarget }) => props.onChange({ password: currentTarget.value, again })}
      />
      <ul id={rules} className={classes.rules}>
        {NEW_PASSWORD_RULES.map(({ name, holds }) => (
          <Rule key={name} name={name} isMet={holds(password)} />
        ))}
      </ul>
      <PasswordInput
        {...SHOW_PASSWORD}
        ref={props.againRef}
        label="Confirm new password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={again}
        error={differs ? 'Passwords do not match' : props.againError}
        aria-invalid={differs || Boolean(props.againError)}
        onBlur={() => setLeft(true)}
        onChange={({ currentTarget }) => props.onChange({ password, again: currentTarget.value })}
      />
    </>
  )
}

function Rule({ name, isMet }: { name: string; isMet: boolean }) {
  const Icon = isMet ? IconCheck : IconPointFilled
  return (
    <li data-met={isMet || undefined}>
      <Icon size={16} aria-hidden="true" />
      {name}
      {isMet && <span className={classes.hidden}> (kept)</span>}
    </li>
  )
}
