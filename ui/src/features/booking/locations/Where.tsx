import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconMapPinQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AccessFold } from '@/shared/access/AccessFold'
import type { Access } from '@/shared/access/access'
import { SaveAddress } from '@/shared/addresses/SaveAddress'
import type { SavedAddress } from '@/shared/addresses/savedLocation'
import { AddressInput } from '@/shared/places/AddressInput'
import { confirmLocations } from '@/shared/places/confirmLocations'
import type { Location, Purpose } from '@/shared/places/location'
import { RoutePanel } from '@/shared/places/RoutePanel'
import { LOCATING_IN_WIZARD } from '@/shared/places/useCurrentLocation'
import type { Draft } from '../draft/draft'
import type { Field } from '../missing'
import classes from './LocationsStep.module.css'

const ENDS = [
  { end: 'pickup', label: 'Pickup', placeholder: 'Where do we load?', other: 'dropoff' },
  { end: 'dropoff', label: 'Dropoff', placeholder: 'Where does it go?', other: 'pickup' },
] as const satisfies { end: Purpose; label: string; placeholder: string; other: Purpose }[]

/** Both ends in one card, each with the way to its door, and the trip between them. */
export function Where(props: {
  draft: Draft
  onPlace: (end: Purpose, place: Location | null) => void
  onSaved: (end: Purpose, saved: SavedAddress) => void
  onAccess: (end: Purpose, access: Access) => void
  onRoute: (route: number) => void
  marks: Partial<Record<Field, string>>
  fareText: ReactNode
  map: ReactNode
}) {
  const { draft, marks } = props
  const { pickup, dropoff } = draft
  const { confirmed, message, errors } = confirmLocations({ pickup, dropoff })
  return (
    <section className={classes.group} aria-labelledby="where-title">
      <h2 id="where-title" className={classes.title}>
        Where
      </h2>
      <div className={classes.card}>
        {ENDS.map(({ end, label, placeholder, other }) => (
          <div key={end} className={classes.end} data-field={end}>
            <AddressInput
              label={label}
              purpose={end}
              placeholder={placeholder}
              value={draft[end]}
              onChange={(chosen) => props.onPlace(end, chosen)}
              error={errors[end] ?? marks[end]}
              near={draft[other]}
              locating={LOCATING_IN_WIZARD}
              withMapPin
              onSaved={(saved) => props.onSaved(end, saved)}
            />
            {draft[end] && (
              <AccessFold
                end={label}
                value={draft[`${end}Access`]}
                onChange={(access) => props.onAccess(end, access)}
                phoneField={`${end}_phone`}
                phoneError={marks[`${end}_phone`]}
              >
                <SaveAddress place={draft[end]} access={draft[`${end}Access`]} />
              </AccessFold>
            )}
          </div>
        ))}
      </div>
      <p className={classes.confirmed} data-confirmed={confirmed || undefined} role="status">
        {confirmed ? (
          <IconCircleCheck size={18} aria-hidden="true" />
        ) : (
          <IconMapPinQuestion size={18} aria-hidden="true" />
        )}
        {message}
      </p>
      {confirmed && props.map}
      {confirmed && (
        <div>
          <VisuallyHidden component="h3">Route</VisuallyHidden>
          <RoutePanel
            pickup={pickup}
            dropoff={dropoff}
            at={draft.scheduledTime}
            selected={draft.route}
            onSelect={props.onRoute}
            fareText={props.fareText}
          />
        </div>
      )}
    </section>
  )
}
