import { useState } from 'react'
import type { Specimen } from '@/design/specimen'
import { AddressInput } from './AddressInput'
import type { Location } from './location'
import { RoutePanel } from './RoutePanel'

const OFFICE: Location = {
  lat: 40.7484,
  lng: -73.9857,
  address: '350 5th Ave',
  formatted_address: '350 5th Ave, New York, NY 10118',
  place_id: 'specimen',
  address_components: {
    street_number: '350',
    route: '5th Ave',
    neighborhood: null,
    borough: 'Manhattan',
    locality: 'New York',
    administrative_area_level1: 'NY',
    postal_code: '10118',
    country: 'US',
  },
  types: ['street_address'],
  approximate: false,
  outside: null,
  precision: 'house',
}
const nothing = () => undefined

function AnAddress(props: { from: Location | null; error?: string }) {
  const [value, setValue] = useState(props.from)
  return (
    <AddressInput
      label="Pickup"
      purpose="pickup"
      value={value}
      onChange={setValue}
      error={props.error ?? null}
      withMapPin
    />
  )
}

export default {
  name: 'AddressInput and RoutePanel',
  states: {
    empty: <AnAddress from={null} />,
    chosen: <AnAddress from={OFFICE} />,
    refused: (
      <AnAddress from={null} error="Please select a location from the dropdown suggestions" />
    ),
    'ways between two places': (
      <RoutePanel
        pickup={OFFICE}
        dropoff={{ lat: 40.6602, lng: -73.9805 }}
        at={null}
        fareText="$61.55"
        selected={0}
        onSelect={nothing}
      />
    ),
  },
} satisfies Specimen
