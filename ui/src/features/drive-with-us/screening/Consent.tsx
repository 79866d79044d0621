import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import type { ApplicationOut, DisclosureOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Part } from '@/components/Part'
import { useConsent } from './queries'
import classes from './Screening.module.css'

const LONGEST_NAME = 160

/** The disclosure by itself, and apart from it the signature. */
export function Consent(props: { disclosure: DisclosureOut; application: ApplicationOut }) {
  const { disclosure } = props
  const { first_name = '', last_name = '' } = props.application.form.personal
  const consent = useConsent()
  const [signature, setSignature] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const ids = { name: useId(), error: useId() }
  function send(event: FormEvent) {
    event.preventDefault()
    const name = signature.trim()
    const found = faultOf(name, [first_name, last_name])
    setFault(found)
    if (found === null) consent.mutate({ version: disclosure.version, signature: name })
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
            aria-invalid={fault !== null}
            aria-describedby={fault ? ids.error : undefined}
            onChange={(event) => setSignature(event.currentTarget.value)}
          />
          {fault && (
            <p id={ids.error} className={classes.error} role="alert">
              {fault}
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

/** A signature has the names that the application has, and may have more; an agency looks for that person. */
function faultOf(signature: string, names: string[]): string | null {
  if (signature === '') return 'Type your full name.'
  const known = names.map((name) => name.trim()).filter(Boolean)
  const isTheirs = known.every((name) => plain(signature).includes(plain(name)))
  return isTheirs ? null : `Sign with your name as in your application: ${known.join(' ')}.`
}

function plain(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
}
