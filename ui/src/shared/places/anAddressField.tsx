import { screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { aSuggestion } from '@/testing/places'
import { AddressInput } from './AddressInput'
import type { Location } from './location'

export const FIFTH = ['350 5th Avenue', '350 5th Street', '350 East 5th Street'].map((name) =>
  aSuggestion(name),
)

/** The field over a state of its own, with what is chosen beside it. */
export function Field(props: Partial<ComponentProps<typeof AddressInput>>) {
  const [value, setValue] = useState<Location | null>(props.value ?? null)
  return (
    <>
      <AddressInput
        label="Pickup"
        purpose="pickup"
        {...props}
        value={value}
        onChange={(next) => {
          setValue(next)
          props.onChange?.(next)
        }}
      />
      <button type="button" onClick={() => setValue(null)}>
        Start over
      </button>
      <output data-testid="chosen">{value?.address ?? 'nothing'}</output>
    </>
  )
}

export const field = () => screen.getByRole('combobox', { name: 'Pickup' })
export const chosen = () => screen.getByTestId('chosen')
export const options = () => screen.findAllByRole('option')
