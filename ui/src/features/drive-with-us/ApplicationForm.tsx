import '@mantine/core/styles/Input.layer.css'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { type FocusEvent, useEffect, useState } from 'react'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { besideField, fieldOf, isWorthRetrying, sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import { Section } from '@/components/Section'
import { AvailabilityPart } from './AvailabilityPart'
import classes from './DriveWithUs.module.css'
import { LicensePart } from './LicensePart'
import { AddressPart, PersonalPart } from './PersonalPart'
import { ReferencesPart } from './ReferencesPart'
import { StepButtons } from './StepButtons'
import { labelTo, stepsBeside } from './steps'
import { useApplicationStep } from './useApplication'
import { type Saving, useAutosave } from './useAutosave'
import { VehiclePart } from './VehiclePart'
import { MOST_YEARS, type Values, valuesOf, wholeIn } from './values'

const BEHIND = stepsBeside(3).next ?? 7

/** ONB-28. */
const NOT_SUBMITTED = 'Error submitting application. Please try again.'

/** The application as it is typed: saved by itself, and submitted by what leads on (ONB-07, ONB-22). */
export function ApplicationForm(props: {
  /** As it is stored, with what the server says of it. */
  application: ApplicationOut
  /** What the fields begin with. */
  start: ApplicationOut
  onLoad: () => void
}) {
  const { application, start } = props
  const form = useForm<Values>({ initialValues: valuesOf(start.form) })
  const { saving, flush } = useAutosave(start, form.values)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [isLeading, setLeading] = useState(false)
  const navigate = useNavigate()
  const submit = useApplicationStep('submit', () => {
    void navigate({ to: '/drive-with-us', search: { step: BEHIND } })
  })
  const { setErrors } = form
  const faults = shownFaults(application, form.values, { left, isTried })
  const written = JSON.stringify(faults)
  const { reset } = submit
  // What was refused may be mended by what is typed next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is typed.
  useEffect(() => reset(), [form.values, reset])
  useEffect(() => setErrors(JSON.parse(written)), [setErrors, written])

  async function send() {
    setTried(true)
    if (!(await flush())) return
    submit.mutate(undefined, {
      onError: (error) => {
        const field = fieldOf(error)
        const first = field ? nameOf(field) : Object.keys(missingIn(form.getValues()))[0]
        const input = first ? form.getInputNode(first) : null
        setLeading(input !== null)
        input?.focus()
      },
    })
  }
  function leave({ target }: FocusEvent<HTMLFormElement>) {
    const { name } = target as unknown as HTMLInputElement
    if (name) setLeft((before) => new Set([...before, name]))
  }
  return (
    <form
      noValidate
      className={classes.form}
      onBlur={leave}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Section title="Personal information" lead="As it stands on your license.">
        <PersonalPart form={form} />
      </Section>
      <Section title="Address" lead="Where you live.">
        <AddressPart form={form} />
      </Section>
      <Section
        title="Driver’s license"
        lead="One that is valid, with a year of experience at least."
      >
        <LicensePart form={form} remark={application.remark} />
      </Section>
      <Section title="References" lead="Two people who know you, and have agreed to be called.">
        <ReferencesPart form={form} />
      </Section>
      <Section title="Vehicle" lead="What you would drive, and what covers it.">
        <VehiclePart form={form} />
      </Section>
      <Section
        title="Weekly availability"
        lead="When you would like to work, on New York’s clocks. You can change it later."
      >
        <AvailabilityPart form={form} />
      </Section>
      <div className={classes.send}>
        <SavingLine saving={saving} onLoad={props.onLoad} />
        {submit.isError && (
          <FormErrorBox wait={0} leads={isLeading}>
            {isWorthRetrying(submit.error) ? NOT_SUBMITTED : sentenceOf(submit.error)}
          </FormErrorBox>
        )}
        <StepButtons
          step={3}
          next={
            <Button
              type="submit"
              size="lg"
              loading={submit.isPending || (isTried && saving.is === 'saving')}
            >
              {BEHIND === 7 ? 'Submit Application' : labelTo(BEHIND)}
            </Button>
          }
        />
      </div>
    </form>
  )
}

function SavingLine({ saving, onLoad }: { saving: Saving; onLoad: () => void }) {
  if (saving.is === 'behind') {
    return (
      <Notice
        kind="problem"
        title="This application was changed on another device"
        action={{ label: 'Show What Is Stored', onClick: onLoad }}
      >
        <p>What you typed here since then is not saved.</p>
      </Notice>
    )
  }
  if (saving.is === 'failed') {
    return (
      <Notice kind="problem" title="Not saved yet">
        <p>
          {saving.sentence} {saving.again && 'We keep trying while this page is open.'}
        </p>
      </Notice>
    )
  }
  return (
    <p className={classes.note} role="status">
      {saving.is === 'saved' ? 'Saved. You can go on later, on any device.' : 'Saving …'}
    </p>
  )
}

/** What stands at the fields: what cannot be right once a field was left, what is missing once it was tried. */
function shownFaults(
  application: ApplicationOut,
  values: Values,
  { left, isTried }: { left: ReadonlySet<string>; isTried: boolean },
): Record<string, string> {
  const wrong = application.problems
    .map(({ field, reason }) => [nameOf(field), besideField(`x: ${reason}`)] as const)
    .filter(([name]) => isTried || left.has(name))
  const numbers = Object.entries(wrongNumbersIn(values)).filter(
    ([name]) => isTried || left.has(name),
  )
  return { ...(isTried && missingIn(values)), ...Object.fromEntries([...numbers, ...wrong]) }
}

/** `references[0].phone` is `references.0.phone` in the form. */
function nameOf(field: string): string {
  return field.replace(/\[(\d+)\]/g, '.$1')
}

const NEEDED = {
  personal: [
    'first_name',
    'last_name',
    'email',
    'phone',
    'date_of_birth',
    'ssn_last4',
    'street',
    'city',
    'state',
    'zip_code',
  ],
  license: ['number', 'state', 'expires_on'],
} as const

/** What was typed as a number of years and is none: it is saved as if nothing stood there. */
function wrongNumbersIn(values: Values): Record<string, string> {
  const typed: [string, string][] = [
    ['license.years_of_experience', values.license.years_of_experience],
    ...values.references.map(({ years_known }, place): [string, string] => [
      `references.${place}.years_known`,
      years_known,
    ]),
  ]
  const wrong = typed.filter(([, text]) => text.trim() && wholeIn(text, MOST_YEARS) === null)
  return Object.fromEntries(
    wrong.map(([name]) => [name, `Must be a whole number from 0 to ${MOST_YEARS}`]),
  )
}

/** What is empty and needed, as the server names it when all of it is submitted. */
function missingIn(values: Values): Record<string, string> {
  const missing: Record<string, string> = {}
  const need = (name: string, value: string) => {
    if (!value.trim()) missing[name] = 'Required'
  }
  for (const field of NEEDED.personal) need(`personal.${field}`, values.personal[field])
  for (const field of NEEDED.license) need(`license.${field}`, values.license[field])
  const years = wholeIn(values.license.years_of_experience, MOST_YEARS)
  if (years !== null && years < 1) missing['license.years_of_experience'] = 'Must be at least 1'
  values.references.slice(0, 2).forEach(({ name, phone, relationship }, place) => {
    need(`references.${place}.name`, name)
    need(`references.${place}.phone`, phone)
    need(`references.${place}.relationship`, relationship)
  })
  need('vehicle.make', values.vehicle.make)
  need('vehicle.model', values.vehicle.model)
  if (values.vehicle.has_vehicle) {
    need('vehicle.vin', values.vehicle.vin)
    need('vehicle.insurance.provider', values.vehicle.insurance.provider)
  }
  return missing
}
