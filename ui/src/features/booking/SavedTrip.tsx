import { useQuery } from '@tanstack/react-query'
import { lineOf } from '@/shared/places/location'
import { placeOptions } from '@/shared/places/queries'

/** The trip of the home page, for whoever has to log in before they can book it. */
export function SavedTrip({ from, to }: { from: string; to: string }) {
  const pickup = useQuery(placeOptions(from)).data
  const dropoff = useQuery(placeOptions(to)).data
  if (!pickup || !dropoff) return null
  return (
    <p>
      Your trip from {lineOf(pickup)} to {lineOf(dropoff)} is kept.
    </p>
  )
}
