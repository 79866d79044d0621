import { NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { STATES } from '@/shared/drivers/states'
import classes from './DriveWithUs.module.css'
import { field, type PartProps } from './field'

/** Who applies, and whom to call when something happens to them (ONB-17). */
export function PersonalPart({ form }: PartProps) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          {...field(form, 'personal.first_name')}
          maxLength={80}
          label="First Name"
          autoComplete="given-name"
        />
        <TextInput
          {...field(form, 'personal.last_name')}
          maxLength={80}
          label="Last Name"
          autoComplete="family-name"
        />
      </div>
      <TextInput
        {...field(form, 'personal.email')}
        label="Email"
        type="email"
        autoComplete="email"
      />
      <TextInput
        {...field(form, 'personal.phone')}
        label="Phone Number"
        type="tel"
        autoComplete="tel"
      />
      <div className={classes.pair}>
        <TextInput
          {...field(form, 'personal.date_of_birth')}
          label="Date of Birth"
          description="18 or older to apply, 21 to be approved"
          type="date"
          autoComplete="bday"
        />
        <TextInput
          {...field(form, 'personal.ssn_last4')}
          label="SSN (last 4 digits)"
          description="We never ask for more of it here"
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
      </div>
      <fieldset className={classes.group}>
        <legend>Emergency contact (optional)</legend>
        <TextInput {...field(form, 'personal.emergency_contact.name')} label="Name" />
        <div className={classes.pair}>
          <TextInput
            {...field(form, 'personal.emergency_contact.relationship')}
            label="Relationship"
          />
          <TextInput
            {...field(form, 'personal.emergency_contact.phone')}
            label="Phone Number"
            type="tel"
          />
        </div>
      </fieldset>
    </>
  )
}

export function AddressPart({ form }: PartProps) {
  return (
    <>
      <TextInput
        {...field(form, 'personal.street')}
        label="Street Address"
        autoComplete="street-address"
      />
      <TextInput {...field(form, 'personal.city')} label="City" autoComplete="address-level2" />
      <div className={classes.pair}>
        <StateSelect
          {...field(form, 'personal.state')}
          label="State"
          autoComplete="address-level1"
        />
        <TextInput
          {...field(form, 'personal.zip_code')}
          label="ZIP Code"
          inputMode="numeric"
          maxLength={10}
          autoComplete="postal-code"
        />
      </div>
    </>
  )
}

type SelectProps = Omit<ComponentProps<typeof NativeSelect>, 'data'>

export function StateSelect(props: SelectProps) {
  return <NativeSelect {...props} data={[{ value: '', label: 'Choose a state' }, ...STATES]} />
}
