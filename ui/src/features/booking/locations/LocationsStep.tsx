import { TextInput, VisuallyHidden } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { IconCircleCheck, IconMapPinQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MapView } from '@/shared/map/MapView'
import { AddressInput } from '@/shared/places/AddressInput'
import { confirmLocations } from '@/shared/places/confirmLocations'
import { RoutePanel } from '@/shared/places/RoutePanel'
import { LOCATING_IN_WIZARD } from '@/shared/places/useCurrentLocation'
import { useRoutes } from '@/shared/places/useRoutes'
import type { DraftState } from '../draft/useDraft'
import type { Field } from '../missing'
import classes from './LocationsStep.module.css'
import { When } from './When'

/** Step 2: whom to meet, from where, to where and when (BKG-04); the map is the stage. */
export function LocationsStep(props: {
  draftState: DraftState
  heading: ReactNode
  notices: ReactNode
  fareText: ReactNode
  marks: Partial<Record<Field, string>>
}) {
  const { draft, change } = props.draftState
  const { marks } = props
  const { contact, pickup, dropoff, scheduledTime, route } = draft
  const routes = useRoutes(pickup, dropoff, scheduledTime).data?.items ?? []
  const padding = usePanelPadding()
  const { confirmed, message, errors } = confirmLocations({ pickup, dropoff })
  const looked = routes[route] ?? routes[0]
  return (
    <div className={classes.stage}>
      <div className={classes.map}>
        <MapView
          label="Map of your trip"
          pickup={pickup}
          dropoff={dropoff}
          routes={routes.map((each) => ({
            polyline: each.polyline,
            approximate: each.approximate,
            chosen: each === looked,
          }))}
          info={looked && `${looked.distance.text}, ${looked.duration.text}`}
          withLegend
          withTypes
          withFullscreen
          fill
          padding={padding}
        />
      </div>
      <div className={classes.panel}>
        {props.heading}
        <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
          <div className={classes.group}>
            <div data-field="pickup">
              <AddressInput
                label="Pickup"
                purpose="pickup"
                placeholder="Where do we load?"
                value={pickup}
                onChange={(chosen) => change({ pickup: chosen })}
                error={errors.pickup ?? marks.pickup}
                near={dropoff}
                locating={LOCATING_IN_WIZARD}
                withMapPin
              />
            </div>
            <div data-field="dropoff">
              <AddressInput
                label="Dropoff"
                purpose="dropoff"
                placeholder="Where does it go?"
                value={dropoff}
                onChange={(chosen) => change({ dropoff: chosen })}
                error={errors.dropoff ?? marks.dropoff}
                near={pickup}
                locating={LOCATING_IN_WIZARD}
                withMapPin
              />
            </div>
            <p className={classes.confirmed} data-confirmed={confirmed || undefined} role="status">
              {confirmed ? (
                <IconCircleCheck size={18} aria-hidden="true" />
              ) : (
                <IconMapPinQuestion size={18} aria-hidden="true" />
              )}
              {message}
            </p>
          </div>
          {confirmed && (
            <div>
              <VisuallyHidden component="h2">Route</VisuallyHidden>
              <RoutePanel
                pickup={pickup}
                dropoff={dropoff}
                at={scheduledTime}
                selected={route}
                onSelect={(chosen) => change({ route: chosen })}
                fareText={props.fareText}
              />
            </div>
          )}
          {props.notices}
          <div data-field="when">
            <When
              value={scheduledTime}
              onChange={(instant) => change({ scheduledTime: instant })}
            />
          </div>
          <fieldset className={classes.contact}>
            <legend>Who will meet the driver?</legend>
            <TextInput
              wrapperProps={{ 'data-field': 'name' }}
              error={marks.name}
              label="Name"
              size="md"
              required
              autoComplete="name"
              maxLength={100}
              value={contact.name}
              onChange={(event) =>
                change({ contact: { ...contact, name: event.currentTarget.value } })
              }
            />
            <TextInput
              wrapperProps={{ 'data-field': 'phone' }}
              error={marks.phone}
              label="Phone"
              size="md"
              type="tel"
              required
              autoComplete="tel"
              maxLength={32}
              value={contact.phone}
              onChange={(event) =>
                change({ contact: { ...contact, phone: event.currentTarget.value } })
              }
            />
          </fieldset>
        </form>
      </div>
    </div>
  )
}

/** As in LocationsStep.module.css, in pixels: where the panel stands beside, and how wide it is. */
const BESIDE_FROM = 960
const PANEL = 420
const INSET = 20
const PAGE = 1216
const GAP = 24

/** What the panel hides of the map: its column on a desk, its rounded top edge on a phone. */
export function usePanelPadding() {
  const { width } = useViewportSize()
  if (width < BESIDE_FROM) return { left: 12, top: 12, right: 12, bottom: 28 }
  const left = Math.max(INSET, (width - PAGE) / 2) + PANEL + GAP
  return { left: Math.round(left), top: GAP, right: GAP, bottom: GAP }
}
