import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import type { DisclosureOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Part } from '@/components/Part'
import classes from './BackgroundCheck.module.css'
import { useConsent } from './queries'

const LONGEST_NAME = 160

/** The disclosure by itself, and apart from it the signature. */
export function Consent({ disclosure }: { disclosure: DisclosureOut }) {
  const consent = useConsent()
  const [signature, setSignature] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const ids = { name: useId(), error: useId() }
  function send(event: FormEvent) {
    event.preventDefault()
    const name = signature.trim()
    setEmpty(name === '')
    if (name !== '') consent.mutate({ version: disclosure.version, signature: name })
  }
  return (
    <>
      <Part title="Disclosure">
        {disclosure.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Part>
      <Part title="Authorization">
        <form className={classes.form} onSubmit={send} noValidate>
          <p>{disclosure.authorization}</p>
          <label htmlFor={ids.name}>Type your full name to sign</label>
          <input
            id={ids.name}
            className={classes.input}
            value={signature}
            maxLength={LONGEST_NAME}
            autoComplete="name"
            aria-invalid={isEmpty}
            aria-describedby={isEmpty ? ids.error : undefined}
            onChange={(event) => setSignature(event.currentTarget.value)}
          />
          {isEmpty && (
            <p id={ids.error} className={classes.error} role="alert">
              Type your full name.
            </p>
          )}
          {consent.isError && <FormErrorBox wait={0}>{sentenceOf(consent.error)}</FormErrorBox>}
          <Button type="submit" size="lg" loading={consent.isPending} className={classes.sign}>
            Agree to Background Check
          </Button>
        </form>
      </Part>
    </>
  )
}
