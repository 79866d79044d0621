import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DriverOut, ProfileIn } from '@/api/generated/types.gen'
import { Choice } from '@/components/fields/Choice'
import { Option } from '@/components/fields/Option'
import { numberIn, wordsIn } from '@/components/written'
import { VEHICLE_NAME, type VehicleType } from '@/shared/drivers/VehicleSilhouette'
import { isDescribed } from '@/shared/drivers/vehicleLabel'
import classes from './Forms.module.css'
import { SaveBar } from './SaveBar'
import { useSaving } from './useSaving'

/** As in the core: ONB-19, and what a road vehicle can hold at all. */
const FIRST_YEAR = 2000
const MOST_POUNDS = 100_000
const MOST_CUBIC_FEET = 1_000_000
const MOST_WORDS = 20
const MOST_LETTERS = 60

const NAMES = [
  'vehicle.make',
  'vehicle.model',
  'vehicle.year',
  'vehicle.capacity_pounds',
  'vehicle.capacity_cubic_feet',
  'vehicle.features',
  'specialties',
  'works_with_helper',
] as const

export function VehicleForm({ driver }: { driver: DriverOut }) {
  const form = useForm({
    initialValues: valuesOf(driver),
    validate: { vehicle: FAULTS, specialties: tooWordy },
  })
  const { save, bar } = useSaving(form, NAMES)
  const field = (name: (typeof NAMES)[number]) => ({ ...form.getInputProps(name), name })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => save(bodyOf(values)),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <Choice
        label="Vehicle type"
        labels={VEHICLE_NAME}
        value={form.values.vehicle.type}
        onChange={(type) => form.setFieldValue('vehicle.type', type)}
      />
      <div className={classes.pair}>
        <TextInput
          {...field('vehicle.make')}
          label="Make"
          placeholder="Ford"
          maxLength={MOST_LETTERS}
        />
        <TextInput
          {...field('vehicle.model')}
          label="Model"
          placeholder="Transit"
          maxLength={MOST_LETTERS}
        />
      </div>
      <TextInput {...field('vehicle.year')} label="Year" inputMode="numeric" maxLength={4} />
      <div className={classes.pair}>
        <TextInput
          {...field('vehicle.capacity_pounds')}
          label="Max weight (lb)"
          inputMode="decimal"
          maxLength={9}
        />
        <TextInput
          {...field('vehicle.capacity_cubic_feet')}
          label="Most cubic feet"
          inputMode="decimal"
          maxLength={9}
        />
      </div>
      <TextInput
        {...field('vehicle.features')}
        label="Equipment"
        description="With commas between, such as straps, blankets, liftgate"
      />
      <TextInput
        {...field('specialties')}
        label="Specialties"
        description="What you have experience with, such as piano, art"
      />
      <Option
        label="I work with a helper"
        hint="Jobs for two people are offered to you as well."
        checked={form.values.works_with_helper}
        onChange={(helper) => form.setFieldValue('works_with_helper', helper)}
      />
      <SaveBar {...bar} />
    </form>
  )
}

type Values = ReturnType<typeof valuesOf>

function valuesOf({ vehicle, vehicle_features, specialties, works_with_helper }: DriverOut) {
  const known = isDescribed(vehicle)
  return {
    vehicle: {
      type: vehicle.type as VehicleType,
      make: known ? vehicle.make : '',
      model: known ? vehicle.model : '',
      year: String(vehicle.year),
      capacity_pounds: String(vehicle.capacity_pounds),
      capacity_cubic_feet: String(vehicle.capacity_cubic_feet),
      features: vehicle_features.join(', '),
    },
    specialties: specialties.join(', '),
    works_with_helper,
  }
}

function bodyOf({ vehicle, specialties, works_with_helper }: Values): ProfileIn {
  return {
    vehicle: {
      type: vehicle.type,
      make: vehicle.make.trim(),
      model: vehicle.model.trim(),
      year: Number(vehicle.year),
      capacity_pounds: numberIn(vehicle.capacity_pounds),
      capacity_cubic_feet: numberIn(vehicle.capacity_cubic_feet),
      features: wordsIn(vehicle.features),
    },
    specialties: wordsIn(specialties),
    works_with_helper,
  }
}

const FAULTS = {
  make: (written: string) => (written.trim() ? null : 'Make is required'),
  model: (written: string) => (written.trim() ? null : 'Model is required'),
  year: (written: string) => {
    const last = new Date().getFullYear() + 1
    const year = /^\d{4}$/.test(written.trim()) ? Number(written) : 0
    return year >= FIRST_YEAR && year <= last ? null : `A year from ${FIRST_YEAR} to ${last}`
  },
  capacity_pounds: (written: string) => measured(written, MOST_POUNDS),
  capacity_cubic_feet: (written: string) => measured(written, MOST_CUBIC_FEET),
  features: tooWordy,
}

function measured(written: string, most: number): string | null {
  const value = numberIn(written)
  return value > 0 && value <= most ? null : `A number above 0, ${most.toLocaleString()} at most`
}

function tooWordy(written: string): string | null {
  const words = wordsIn(written)
  if (words.length > MOST_WORDS) return `At most ${MOST_WORDS}, with commas between`
  return words.some((word) => word.length > MOST_LETTERS)
    ? `At most ${MOST_LETTERS} letters each, with commas between`
    : null
}
