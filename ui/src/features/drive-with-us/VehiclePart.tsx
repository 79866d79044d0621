import { NativeSelect, TextInput } from '@mantine/core'
import { Choice } from '@/components/fields/Choice'
import { Tick } from '@/components/fields/Tick'
import { VEHICLE_NAME } from '@/shared/drivers/VehicleSilhouette'
import { COLORS } from '@/shared/drivers/vehicleColors'
import classes from './DriveWithUs.module.css'
import { field, type PartProps, tick } from './field'
import { StateSelect } from './PersonalPart'
import { VinSays } from './VinSays'

const COLOR_OPTIONS = Object.entries(COLORS).map(([value, label]) => ({ value, label }))

/** What they drive with (ONB-19). Make and model are asked of everybody (OP-73). */
export function VehiclePart({ form }: PartProps) {
  const { has_vehicle, type } = form.values.vehicle
  return (
    <>
      <Tick {...tick(form, 'vehicle.has_vehicle')} label="I have a vehicle of my own" />
      <Choice
        label="Vehicle type"
        labels={VEHICLE_NAME}
        value={type}
        onChange={(chosen) => form.setFieldValue('vehicle.type', chosen)}
      />
      <div className={classes.pair}>
        <TextInput
          {...field(form, 'vehicle.make')}
          label="Vehicle Make"
          description={has_vehicle ? undefined : 'Of what you plan to drive'}
          maxLength={60}
        />
        <TextInput
          {...field(form, 'vehicle.model')}
          label="Vehicle Model"
          description={has_vehicle ? undefined : 'Of what you plan to drive'}
          maxLength={60}
        />
      </div>
      {has_vehicle && <Own form={form} />}
    </>
  )
}

function Own({ form }: PartProps) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          {...field(form, 'vehicle.year')}
          label="Year"
          inputMode="numeric"
          maxLength={4}
        />
        <NativeSelect
          {...field(form, 'vehicle.color')}
          label="Color"
          data={[{ value: '', label: 'Choose a color' }, ...COLOR_OPTIONS]}
        />
      </div>
      <TextInput
        {...field(form, 'vehicle.vin')}
        label="VIN"
        description="17 characters, on the registration and at the windshield"
        maxLength={25}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <VinSays form={form} />
      <TextInput
        {...field(form, 'vehicle.plate')}
        label="License plate"
        maxLength={15}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <div className={classes.pair}>
        <TextInput
          {...field(form, 'vehicle.capacity_pounds')}
          label="Max weight (lb)"
          inputMode="numeric"
          maxLength={7}
        />
        <TextInput
          {...field(form, 'vehicle.capacity_cubic_feet')}
          label="Most cubic feet"
          inputMode="numeric"
          maxLength={9}
        />
      </div>
      <TextInput
        {...field(form, 'vehicle.features')}
        label="Equipment"
        description="With commas between, such as straps, blankets, liftgate"
        maxLength={1000}
      />
      <fieldset className={classes.group}>
        <legend>Insurance</legend>
        <TextInput {...field(form, 'vehicle.insurance.provider')} label="Insurance provider" />
        <div className={classes.pair}>
          <TextInput
            {...field(form, 'vehicle.insurance.policy_number')}
            label="Policy number"
            maxLength={40}
            autoComplete="off"
          />
          <TextInput
            {...field(form, 'vehicle.insurance.expires_on')}
            label="Insurance expiry"
            type="date"
          />
        </div>
        <TextInput
          {...field(form, 'vehicle.insurance.coverage')}
          label="Liability coverage in dollars"
          description="$100,000 at least will be needed"
          inputMode="decimal"
          maxLength={12}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Registration</legend>
        <div className={classes.pair}>
          <StateSelect {...field(form, 'vehicle.registration.state')} label="Registered in" />
          <TextInput
            {...field(form, 'vehicle.registration.expires_on')}
            label="Registration expiry"
            type="date"
          />
        </div>
      </fieldset>
    </>
  )
}
