import { type ReactNode, useRef } from 'react'
import { useWindowWidth } from '@/components/useWindowWidth'
import { type Access, NO_ACCESS } from '@/shared/access/access'
import { locationOfSaved } from '@/shared/addresses/savedLocation'
import { MapView } from '@/shared/map/MapView'
import { areSamePlace } from '@/shared/places/confirmLocations'
import type { Location } from '@/shared/places/location'
import { useRoutes } from '@/shared/places/useRoutes'
import type { Draft } from '../draft/draft'
import type { DraftState } from '../draft/useDraft'
import type { Field } from '../missing'
import classes from './LocationsStep.module.css'
import { When } from './When'
import { Where } from './Where'
import { Who } from './Who'

/** Step 2: from where to where, when, and whom to meet (BKG-04). */
export function LocationsStep(props: {
  draftState: DraftState
  heading: ReactNode
  notices: ReactNode
  fareText: ReactNode
  marks: Partial<Record<Field, string>>
}) {
  const { draft, change } = props.draftState
  const { marks } = props
  const isBeside = useWindowWidth() >= BESIDE_FROM
  const changeEnd = useEnds(draft, change)
  const map = <TripMap draft={draft} isBeside={isBeside} />
  return (
    <div className={classes.stage}>
      {isBeside && <div className={classes.map}>{map}</div>}
      <div className={classes.panel}>
        {props.heading}
        <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
          <Where
            draft={draft}
            onPlace={changeEnd}
            onSaved={(end, saved) => changeEnd(end, locationOfSaved(saved), saved.access)}
            onAccess={(end, access) =>
              change(end === 'pickup' ? { pickupAccess: access } : { dropoffAccess: access })
            }
            onRoute={(route) => change({ route })}
            marks={marks}
            fareText={props.fareText}
            map={isBeside ? null : <div className={classes.map}>{map}</div>}
          />
          {props.notices}
          <section className={classes.group} aria-labelledby="when-title" data-field="when">
            <h2 id="when-title" className={classes.title}>
              When
            </h2>
            <When
              value={{
                scheduledTime: draft.scheduledTime,
                scheduledUntil: draft.scheduledUntil,
              }}
              onChange={change}
            />
          </section>
          <Who contact={draft.contact} onChange={(contact) => change({ contact })} marks={marks} />
        </form>
      </div>
    </div>
  )
}

/** The trip on the map: beside the form on a desktop, under the addresses on a phone once it is known. */
function TripMap({ draft, isBeside }: { draft: Draft; isBeside: boolean }) {
  const { pickup, dropoff, scheduledTime, route } = draft
  const routes = useRoutes(pickup, dropoff, scheduledTime).data?.items ?? []
  const looked = routes[route] ?? routes[0]
  return (
    <MapView
      label="Map of your trip"
      pickup={pickup}
      dropoff={dropoff}
      routes={routes.map((each) => ({
        polyline: each.polyline,
        approximate: each.approximate,
        chosen: each === looked,
      }))}
      // A low map has no room for what stands right below it.
      info={isBeside && looked && `${looked.distance.text}, ${looked.duration.text}`}
      withLegend
      withTypes
      withFullscreen
      fill
      padding={usePanelPadding()}
    />
  )
}

/** Changes a place. The gate code of one door is not taken to another; a mended address keeps it. */
function useEnds(draft: Draft, change: DraftState['change']) {
  const last = useRef({ pickup: draft.pickup, dropoff: draft.dropoff })
  return (end: 'pickup' | 'dropoff', place: Location | null, known?: Access | null) => {
    // The ends may have been replaced since, as by what the home page has brought.
    const before = draft[end] ?? last.current[end]
    last.current[end] = place ?? before
    const isAnother = place !== null && before !== null && !areSamePlace(place, before)
    const typed = isAnother ? NO_ACCESS : draft[`${end}Access`]
    const access = known === undefined ? typed : (known ?? NO_ACCESS)
    change(
      end === 'pickup'
        ? { pickup: place, pickupAccess: access }
        : { dropoff: place, dropoffAccess: access },
    )
  }
}

/** As in LocationsStep.module.css, in pixels: where the panel stands beside, and how wide it is. */
const BESIDE_FROM = 960
const PANEL = 420
const INSET = 20
const PAGE = 1216
const GAP = 24

/** What the panel hides of the map: its column on a desktop, nothing on a phone. */
export function usePanelPadding() {
  const width = useWindowWidth()
  if (width < BESIDE_FROM) return { left: 12, top: 12, right: 12, bottom: 12 }
  const left = Math.max(INSET, (width - PAGE) / 2) + PANEL + GAP
  return { left: Math.round(left), top: GAP, right: GAP, bottom: GAP }
}
