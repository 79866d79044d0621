import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listOwnCredentialsQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import { recordCredential } from '@/api/generated/sdk.gen'
import type { CredentialIn, CredentialKind } from '@/api/generated/types.gen'
import { faultOf, fieldOf, sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { centsOf } from '@/components/Money'
import { CREDENTIAL_KINDS } from '@/shared/drivers/credentialWords'
import { STATES } from '@/shared/drivers/states'
import classes from './Forms.module.css'

/** As in the core: OP-102. */
const LEAST_COVER_CENTS = 10_000_000

const NAMES = ['number', 'state', 'issuer', 'cover_cents', 'expires_on'] as const

interface Values {
  kind: CredentialKind
  number: string
  state: string
  issuer: string
  /** Dollars, as they are written. */
  cover_cents: string
  expires_on: string
}

const EMPTY: Values = {
  kind: 'usdot',
  number: '',
  state: 'NY',
  issuer: '',
  cover_cents: '',
  expires_on: '',
}

const NUMBER_LABELS = {
  usdot: 'USDOT number',
  state_certificate: 'Certificate number',
  insurance: 'Policy number',
} satisfies Record<CredentialKind, string>

/** A credential as its driver writes it down; an administrator checks it. */
export function CredentialForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Values>({ initialValues: EMPTY, validate: faultsOf })
  const { record, errorText } = useRecording(form, onDone)
  const { kind } = form.values
  const field = (name: (typeof NAMES)[number]) => ({ ...form.getInputProps(name), name })
  return (
    <form
      noValidate
      className={classes.fields}
      aria-label="New credential"
      onSubmit={form.onSubmit(
        (values) => record.mutate(bodyOf(values)),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <NativeSelect
        label="Credential"
        data={Object.entries(CREDENTIAL_KINDS).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={({ currentTarget }) =>
          form.setFieldValue('kind', currentTarget.value as CredentialKind)
        }
      />
      <div className={classes.pair}>
        {kind === 'state_certificate' && (
          <NativeSelect {...field('state')} label="State" data={STATES} />
        )}
        <TextInput
          {...field('number')}
          label={NUMBER_LABELS[kind]}
          maxLength={40}
          inputMode={kind === 'usdot' ? 'numeric' : undefined}
          autoComplete="off"
          spellCheck={false}
        />
        {kind === 'insurance' && (
          <>
            <TextInput {...field('issuer')} label="Insurer" maxLength={200} />
            <TextInput
              {...field('cover_cents')}
              label="Cover in dollars"
              placeholder="100,000"
              inputMode="decimal"
              maxLength={14}
            />
          </>
        )}
        <TextInput
          {...field('expires_on')}
          label={kind === 'insurance' ? 'Last day' : 'Last day (if it has one)'}
          type="date"
        />
      </div>
      {errorText && <FormErrorBox wait={0}>{errorText}</FormErrorBox>}
      <div className={classes.buttons}>
        <Button type="submit" loading={record.isPending}>
          Send for Checking
        </Button>
        <Button variant="subtle" onClick={onDone} disabled={record.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function useRecording(form: UseFormReturnType<Values>, onDone: () => void) {
  const queries = useQueryClient()
  const [errorText, setErrorText] = useState<string | null>(null)
  const record = useMutation({
    networkMode: 'always',
    mutationFn: (body: CredentialIn) => recordCredential({ body, throwOnError: true }),
    onMutate: () => setErrorText(null),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: listOwnCredentialsQueryKey() })
      onDone()
    },
    onError: (error) => {
      const name = NAMES.find((each) => each === fieldOf(error))
      if (name === undefined) return setErrorText(sentenceOf(error))
      form.setFieldError(name, faultOf(error))
      form.getInputNode(name)?.focus()
    },
  })
  return { record, errorText }
}

function faultsOf(values: Values) {
  const { kind, number, issuer, cover_cents, expires_on } = values
  const isInsurance = kind === 'insurance'
  return {
    number:
      number.trim() === ''
        ? 'Enter the number'
        : kind === 'usdot' && !/^[1-9]\d{0,7}$/.test(number.trim())
          ? 'Up to 8 digits, such as 1234567'
          : null,
    issuer: isInsurance && issuer.trim() === '' ? 'Who insures you?' : null,
    cover_cents:
      isInsurance && (centsOf(cover_cents.replaceAll(',', '')) ?? 0) < LEAST_COVER_CENTS
        ? 'At least $100,000'
        : null,
    expires_on: isInsurance && expires_on === '' ? 'Enter the last day' : null,
  }
}

/** Only what the kind has: what was typed for another is not sent. */
function bodyOf(values: Values): CredentialIn {
  const { kind, number, state, issuer, cover_cents, expires_on } = values
  return {
    kind,
    number: number.trim(),
    expires_on: expires_on || null,
    ...(kind === 'state_certificate' && { state }),
    ...(kind === 'insurance' && {
      issuer: issuer.trim(),
      cover_cents: centsOf(cover_cents.replaceAll(',', '')),
    }),
  }
}
