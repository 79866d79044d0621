import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DriverOut } from '@/api/generated/types.gen'
import { centsOf, formatCents } from '@/components/Money'
import classes from './Forms.module.css'
import { SaveBar } from './SaveBar'
import { useSaving } from './useSaving'

/** As in the core: no amount is larger, and no rate smaller than its least. */
const MOST_CENTS = 10_000_000_000
const LEAST_CENTS = { price_per_mile_cents: 50, minimum_fare_cents: 500 }

const NAMES = ['price_per_mile_cents', 'minimum_fare_cents'] as const

export function RatesForm({ driver }: { driver: DriverOut }) {
  const form = useForm({
    /** Dollars, as they are written. */
    initialValues: {
      price_per_mile_cents: dollars(driver.price_per_mile_cents),
      minimum_fare_cents: dollars(driver.minimum_fare_cents),
    },
    validate: {
      price_per_mile_cents: faultOf(LEAST_CENTS.price_per_mile_cents),
      minimum_fare_cents: faultOf(LEAST_CENTS.minimum_fare_cents),
    },
  })
  const { save, bar } = useSaving(form, NAMES)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) =>
          save({
            price_per_mile_cents: centsOf(values.price_per_mile_cents) ?? undefined,
            minimum_fare_cents: centsOf(values.minimum_fare_cents) ?? undefined,
          }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <div className={classes.pair}>
        <TextInput
          {...form.getInputProps('price_per_mile_cents')}
          label="Dollars per mile"
          inputMode="decimal"
          maxLength={12}
        />
        <TextInput
          {...form.getInputProps('minimum_fare_cents')}
          label="Minimum fare in dollars"
          inputMode="decimal"
          maxLength={12}
        />
      </div>
      <SaveBar {...bar} />
    </form>
  )
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

function faultOf(least: number) {
  return (written: string): string | null => {
    const cents = centsOf(written)
    if (cents === null) return 'Write an amount such as 2.50'
    if (cents < least) return `At least ${formatCents(least)}`
    return cents <= MOST_CENTS ? null : `At most ${formatCents(MOST_CENTS)}`
  }
}
