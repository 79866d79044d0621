import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { AuthRefusal } from '@/auth/authRefusal'
import classes from '@/components/forms/Form.module.css'
import { FormError } from '@/components/forms/FormError'
import { CODE_LENGTH, CodeField } from './CodeField'
import { useAttempt } from './useAttempt'

/** Asks for six digits and sends them as soon as the last is there. A wrong code is emptied. */
export function CodeForm(props: {
  label: string
  action: string
  onCode: (code: string) => Promise<unknown>
  /** The sentence for a refusal, where it has one of its own. */
  messageOf?: (refusal: AuthRefusal) => string | undefined
  autoFocus?: boolean
  variant?: 'filled' | 'default'
}) {
  const [code, setCode] = useState('')
  const attempt = useAttempt('The code could not be checked. Please try again.', props.messageOf)

  const digits = useRef<HTMLDivElement>(null)

  async function submit(typed: string) {
    if (typed.length < CODE_LENGTH || attempt.busy) return
    if (await attempt.run(() => props.onCode(typed))) return
    setCode('')
    digits.current?.querySelector('input')?.focus()
  }

  return (
    <form
      className={classes.code}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      <FormError of={attempt} />
      <CodeField
        label={props.label}
        digitsRef={digits}
        value={code}
        onChange={setCode}
        onComplete={(typed) => void submit(typed)}
        invalid={attempt.sentence !== null && code === ''}
        disabled={attempt.wait > 0}
        autoFocus={props.autoFocus}
      />
      <Button
        type="submit"
        size="lg"
        variant={props.variant}
        loading={attempt.busy}
        disabled={code.length < CODE_LENGTH || attempt.wait > 0}
      >
        {attempt.wait > 0 ? `Wait ${attempt.wait}s` : props.action}
      </Button>
    </form>
  )
}
