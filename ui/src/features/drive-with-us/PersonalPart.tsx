import { NativeSelect, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useMarketplaceStatus } from '@/api/status'
import { STATES } from '@/shared/drivers/states'
import { AddressInput } from '@/shared/places/AddressInput'
import type { Location } from '@/shared/places/location'
import classes from './DriveWithUs.module.css'
import { field, type PartProps } from './field'

/** Who applies, and whom to call when something happens to them (ONB-17). */
export function PersonalPart({ form }: PartProps) {
  const status = useMarketplaceStatus()
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
          description={
            status &&
            `${status.min_age_apply} or older to apply, ${status.min_age_approve} to be approved`
          }
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

/** Found by typing a part of it, or written out: the fields hold what is sent either way. */
export function AddressPart({ form }: PartProps) {
  const [found, setFound] = useState<Location | null>(null)
  const choose = (location: Location | null) => {
    setFound(location)
    if (location) fillIn(form, location)
  }
  return (
    <>
      <AddressInput
        label="Find your address"
        purpose="dropoff"
        placeholder="Start typing, such as 350 5th Ave"
        value={found}
        onChange={choose}
      />
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

/** What is not known of a place stays as it was typed. */
function fillIn(form: PartProps['form'], { address_components: parts }: Location) {
  const street = [parts.street_number, parts.route].filter(Boolean).join(' ')
  const city = parts.borough && parts.borough !== 'Manhattan' ? parts.borough : parts.locality
  const known = {
    'personal.street': street,
    'personal.city': city,
    'personal.state': parts.administrative_area_level1,
    'personal.zip_code': parts.postal_code,
  }
  for (const [name, value] of Object.entries(known)) {
    if (value) form.setFieldValue(name, value)
  }
}

type SelectProps = Omit<ComponentProps<typeof NativeSelect>, 'data'>

export function StateSelect(props: SelectProps) {
  return <NativeSelect {...props} data={[{ value: '', label: 'Choose a state' }, ...STATES]} />
}
