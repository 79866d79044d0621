import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DriverOut, ProfileIn, VehicleColor } from '@/api/generated/types.gen'
import { STATES } from '@/shared/drivers/states'
import { COLORS } from '@/shared/drivers/vehicleColors'
import classes from './Forms.module.css'
import { SaveBar } from './SaveBar'
import { useSaving } from './useSaving'

/** As in the core: `haulage.drivers.plate`. */
const MOST_CHARACTERS = 8
const LONGEST = 15

const NAMES = ['vehicle.color', 'license_plate.state', 'license_plate.text'] as const

/** What a customer looks for at the curb: the color of the vehicle and its license plate. */
export function CurbForm({ driver }: { driver: DriverOut }) {
  const form = useForm({
    initialValues: {
      vehicle: { color: driver.vehicle.color ?? ('' as VehicleColor | '') },
      license_plate: {
        state: driver.license_plate?.state ?? 'NY',
        text: driver.license_plate?.text ?? '',
      },
    },
    validate: { license_plate: { text: notAPlate } },
  })
  const { save, bar } = useSaving(form, NAMES)
  const field = (name: (typeof NAMES)[number]) => ({ ...form.getInputProps(name), name })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => save(bodyOf(values)),
        () => form.getInputNode('license_plate.text')?.focus(),
      )}
    >
      <NativeSelect
        {...field('vehicle.color')}
        label="Color"
        data={[{ value: '', label: 'Choose a color', disabled: true }, ...OPTIONS]}
      />
      <div className={classes.pair}>
        <NativeSelect {...field('license_plate.state')} label="Plate state" data={STATES} />
        <TextInput
          {...field('license_plate.text')}
          label="License plate (optional)"
          placeholder="ABC 1234"
          maxLength={LONGEST}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <SaveBar {...bar} />
    </form>
  )
}

const OPTIONS = Object.entries(COLORS).map(([value, label]) => ({ value, label }))

function notAPlate(written: string): string | null {
  if (written.trim() === '') return null
  const characters = written.replaceAll(/[\s.·-]/g, '')
  return new RegExp(`^[A-Za-z0-9]{1,${MOST_CHARACTERS}}$`).test(characters)
    ? null
    : `Enter 1 to ${MOST_CHARACTERS} letters and digits, such as ABC 1234`
}

function bodyOf(values: {
  vehicle: { color: VehicleColor | '' }
  license_plate: { state: string; text: string }
}): ProfileIn {
  const { color } = values.vehicle
  const { state, text } = values.license_plate
  return {
    ...(color && { vehicle: { color } }),
    license_plate: text.trim() ? { state, text } : null,
  }
}
