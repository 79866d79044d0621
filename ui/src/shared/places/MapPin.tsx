import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import classes from './AddressInput.module.css'
import { lineOf, type Point, type Purpose } from './location'
import { addressAtOptions } from './queries'

const MapPinModal = lazy(() =>
  import('@/shared/map/MapPinModal').then(({ MapPinModal }) => ({ default: MapPinModal })),
)

/** Chooses by pointing at a map, which is loaded with the first press. */
export function MapPin(props: {
  purpose: Purpose
  near: Point | null
  opened: boolean
  onOpenedChange: (opened: boolean) => void
  onPick: (point: Point) => void
}) {
  const [reached, setReached] = useState(false)
  if (props.opened && !reached) setReached(true)
  return (
    <>
      <button
        type="button"
        className={classes.action}
        title="Select on map"
        onClick={() => props.onOpenedChange(true)}
      >
        <IconMapPin size={18} aria-hidden="true" />
        <span>Select on map</span>
      </button>
      {reached && (
        <Suspense fallback={null}>
          <MapPinModal
            opened={props.opened}
            onClose={() => props.onOpenedChange(false)}
            purpose={props.purpose}
            near={props.near}
            onPick={(point) => {
              props.onOpenedChange(false)
              props.onPick(point)
            }}
            describe={(point) => <AddressAt point={point} />}
          />
        </Suspense>
      )}
    </>
  )
}

/** What is at the point that is being looked at, before it is taken. */
function AddressAt({ point }: { point: Point }) {
  const { data, isError } = useQuery(addressAtOptions(point))
  if (data) return lineOf(data)
  return isError ? 'No address is known at this place.' : 'Looking up the address'
}
