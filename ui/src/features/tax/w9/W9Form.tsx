import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { TaxClassification, TaxpayerNumberType, TaxpayerOut } from '@/api/generated/types.gen'
import { fieldOf, sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { Tick } from '@/components/fields/Tick'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { toast } from '@/components/toast'
import { STATES } from '@/shared/drivers/states'
import classes from '../expenses/Expenses.module.css'
import { CLASSIFICATIONS, NUMBER_TYPES } from './labels'
import { useCertify } from './queries'
import own from './W9Form.module.css'
import { type Values, w9Faults } from './w9Faults'

/** As in the core. */
const MOST_NAME = 80
const MOST_LINE = 40

/** Form W-9 on one's phone. The number is written anew each time: it is shown to nobody, its owner included. */
export function W9Form(props: { driverId: string; taxpayer: TaxpayerOut; onClose: () => void }) {
  const { driverId, taxpayer, onClose } = props
  const certify = useCertify(driverId)
  const known = taxpayer.form
  const form = useForm<Values>({
    initialValues: {
      name: known?.name ?? '',
      business_name: known?.business_name ?? '',
      classification: known?.classification ?? 'individual',
      street: known?.street ?? '',
      unit: known?.unit ?? '',
      city: known?.city ?? '',
      state: known?.state ?? 'NY',
      zip_code: known?.zip_code ?? '',
      number_type: known?.number_type ?? 'ssn',
      number: '',
      exempt_payee_code: known?.exempt_payee_code ?? '',
      fatca_code: known?.fatca_code ?? '',
      is_subject_to_withholding: known?.is_subject_to_withholding ?? false,
      signature: '',
    },
    validate: w9Faults,
  })
  const submit = form.onSubmit(
    async (values) => {
      const body = { ...values, certification: taxpayer.certification_version }
      const signed = await certify.mutateAsync(body).catch((error: unknown) => {
        const field = fieldOf(error)
        if (field && field in values) {
          form.setFieldError(field, sentenceOf(error))
          form.getInputNode(field)?.focus()
        }
        return null
      })
      if (!signed) return
      toast.success('Form W-9 signed.', { id: 'w9' })
      onClose()
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return (
    <Dialog title="Form W-9" size="lg" onClose={onClose}>
      <form
        className={`${classes.form} ${own.form}`}
        noValidate
        autoComplete="off"
        onSubmit={submit}
      >
        <Who form={form} />
        <Where form={form} />
        <TaxpayerNumber form={form} />
        <Certification form={form} lines={taxpayer.certification} />
        {certify.error && <FormErrorBox wait={0}>{sentenceOf(certify.error)}</FormErrorBox>}
        <Button type="submit" loading={certify.isPending}>
          Sign Form W-9
        </Button>
      </form>
    </Dialog>
  )
}

type Part = { form: UseFormReturnType<Values> }

function Who({ form }: Part) {
  const isPerson = form.values.classification === 'individual'
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        label="Name, as on your tax return"
        autoComplete="name"
        maxLength={MOST_NAME}
      />
      <TextInput
        {...form.getInputProps('business_name')}
        label="Business name, if different"
        maxLength={MOST_NAME}
      />
      <NativeSelect
        {...form.getInputProps('classification')}
        label="Federal tax classification"
        data={Object.entries(CLASSIFICATIONS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => {
          const classification = currentTarget.value as TaxClassification
          form.setFieldValue('classification', classification)
          if (classification === 'individual') form.setFieldValue('exempt_payee_code', '')
          else form.setFieldValue('number_type', 'ein')
        }}
      />
      <div className={classes.pair}>
        {!isPerson && (
          <TextInput
            {...form.getInputProps('exempt_payee_code')}
            label="Exempt payee code (if any)"
            inputMode="numeric"
            maxLength={2}
          />
        )}
        <TextInput
          {...form.getInputProps('fatca_code')}
          label="FATCA exemption code (if any)"
          maxLength={1}
        />
      </div>
    </>
  )
}

function Where({ form }: Part) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          {...form.getInputProps('street')}
          label="Street address"
          autoComplete="address-line1"
          maxLength={MOST_LINE}
        />
        <TextInput
          {...form.getInputProps('unit')}
          label="Apartment or suite"
          autoComplete="address-line2"
          maxLength={MOST_LINE}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          {...form.getInputProps('city')}
          label="City"
          autoComplete="address-level2"
          maxLength={MOST_LINE}
        />
        <NativeSelect
          {...form.getInputProps('state')}
          label="State"
          autoComplete="address-level1"
          data={[...STATES]}
        />
        <TextInput
          {...form.getInputProps('zip_code')}
          label="ZIP Code"
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
        />
      </div>
    </>
  )
}

function TaxpayerNumber({ form }: Part) {
  const types = Object.entries(NUMBER_TYPES) as [TaxpayerNumberType, string][]
  const isPerson = form.values.classification === 'individual'
  return (
    <div className={classes.pair}>
      <NativeSelect
        {...form.getInputProps('number_type')}
        label="Taxpayer number"
        data={types
          .filter(([value]) => isPerson || value === 'ein')
          .map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        {...form.getInputProps('number')}
        label={NUMBER_TYPES[form.values.number_type]}
        description="Encrypted, and shown to nobody."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={11}
      />
    </div>
  )
}

function Certification({ form, lines }: Part & { lines: string[] }) {
  return (
    <>
      <Tick
        {...form.getInputProps('is_subject_to_withholding', { type: 'checkbox' })}
        label="The IRS has told me that I am subject to backup withholding (item 2 does not hold)"
      />
      <div className={own.certification}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <TextInput
        {...form.getInputProps('signature')}
        label="Sign with your name"
        autoComplete="off"
        maxLength={MOST_NAME}
      />
    </>
  )
}
