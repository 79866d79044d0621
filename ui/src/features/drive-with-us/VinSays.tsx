import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { checkVin } from '@/api/generated/sdk.gen'
import type { VinCheckOut } from '@/api/generated/types.gen'
import { numberIn } from '@/components/written'
import classes from './DriveWithUs.module.css'
import type { Form } from './field'

const VIN_LENGTH = 17
const SETTLE_MS = 600
const NAMES = { make: 'make', model: 'model', year: 'year' } as const
type Part = keyof typeof NAMES

/** What the VIN says of the vehicle, and that it was typed otherwise; nothing where nobody knows. */
export function VinSays({ form }: { form: Form }) {
  const { vin, make, model, year } = form.values.vehicle
  const [settled] = useDebouncedValue(JSON.stringify({ vin, make, model, year }), SETTLE_MS)
  const { data } = useVinCheck(settled)
  const isAsked = vin.replaceAll(/[\s-]/g, '').length === VIN_LENGTH
  const { decoded } = data ?? {}
  if (!isAsked || !data || !decoded) return null
  const differing = data.differing.filter((each): each is Part => Object.hasOwn(NAMES, each))
  const named = [decoded.year, decoded.make, decoded.model].filter(Boolean).join(' ')
  function take() {
    for (const part of Object.keys(NAMES) as Part[]) {
      const value = decoded?.[part]
      if (value) form.setFieldValue(`vehicle.${part}`, String(value))
    }
  }
  return (
    <div className={classes.remark} role="status">
      <p>
        Your VIN is of a {named}
        {data.is_simulated && ' (simulated)'}.
        {differing.length > 0 && ` You wrote another ${listed(differing)}: please check both.`}
      </p>
      {(differing.length > 0 || !make || !model || !year) && (
        <Button variant="default" className={classes.small} onClick={take}>
          Use what the VIN says
        </Button>
      )}
    </div>
  )
}

function useVinCheck(settled: string) {
  const { vin, make, model, year } = JSON.parse(settled) as Record<'vin' | Part, string>
  const number = vin.replaceAll(/[\s-]/g, '')
  const whole = numberIn(year)
  const body = {
    vin: number,
    make: make.slice(0, 60),
    model: model.slice(0, 60),
    year: year.trim() && Number.isInteger(whole) && whole >= 0 && whole <= 9999 ? whole : null,
  }
  return useQuery<VinCheckOut>({
    queryKey: ['vin', body],
    queryFn:
      number.length === VIN_LENGTH
        ? async ({ signal }) => (await checkVin({ body, signal, throwOnError: true })).data
        : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // It helps, and nothing waits for it.
    retry: false,
  })
}

function listed(parts: readonly Part[]): string {
  const words = parts.map((part) => NAMES[part])
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
