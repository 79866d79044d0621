import { NumberInput } from '@mantine/core'

/** A number above zero that may be left out. */
export function Amount(props: {
  label: string
  description?: string
  placeholder: string
  prefix?: string
  most: number
  decimals?: number
  value: number | null
  onChange: (value: number | null) => void
}) {
  const { most, decimals = 1, value, onChange, ...shown } = props
  return (
    <NumberInput
      {...shown}
      size="md"
      hideControls
      min={0}
      max={most}
      allowNegative={false}
      decimalScale={decimals}
      thousandSeparator=","
      clampBehavior="strict"
      value={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' && typed > 0 ? typed : null)}
    />
  )
}
