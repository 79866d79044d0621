import { Button, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCurrentLocation } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Money } from '@/components/Money'
import { duration, miles } from '@/components/time'
import { toast } from '@/components/toast'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import type { LatLng } from '@/shared/map/geometry'
import { LaterMap } from '@/shared/map/LaterMap'
import { CouldNotLocate, useCurrentLocation } from '@/shared/places/useCurrentLocation'
import { DriverCard, NoDriverYet } from './DriverCard'
import { OrderDetails } from './OrderDetails'
import { PhaseMark } from './PhaseMark'
import { routesOf } from './routesOf'
import type { ShownTracking } from './shownTracking'
import { stepsOf } from './steps'
import { TimelineList } from './TimelineList'
import classes from './TrackingScreen.module.css'
import { trackingStatusOf } from './trackingStatus'

/** The width from which the panel floats beside the map; the style sheet has the same. */
const WIDE = '(min-width: 56.01em)'

const DeliveryProof = lazy(async () => ({
  default: (await import('./proof/DeliveryProof')).DeliveryProof,
}))

/** The panel floats over this much of the map, in pixels. */
const BESIDE_PANEL = { left: 460, right: 24, top: 24, bottom: 24 }
const ABOVE_DRAWER = { left: 8, right: 8, top: 8, bottom: 36 }

/** An order on its map: what it is doing, in one sentence, and everything about it below. */
export function TrackingScreen(props: {
  tracking: ShownTracking
  /** The server's clock, in milliseconds. */
  now: number
  /** For somebody who was given a link: without price, things and people (OP-53). */
  withheld?: boolean
  /** Of that link. */
  token?: string
  /** Beside the title: how well the page hears, or that this is a sample. */
  state?: ReactNode
  /** Below the driver: what is written to each other. */
  messages?: ReactNode
  /** Below everything: what can be done now. */
  children?: ReactNode
}) {
  const { tracking, now } = props
  const { order, live, driver } = tracking
  const story = trackingStatusOf(tracking, now, props.withheld)
  const panel = useRef<HTMLElement>(null)
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const [you, setYou] = useState<LatLng | null>(null)
  return (
    <div className={classes.stage}>
      <div className={classes.map}>
        <LaterMap
          label={`Map of order ${order.number}`}
          pickup={order.pickup_location}
          dropoff={order.delivery_location}
          driver={live.position && { ...live.position, label: driverLabel(tracking) }}
          you={you}
          routes={routesOf(tracking)}
          info={<RouteInfo tracking={tracking} />}
          padding={isWide ? BESIDE_PANEL : ABOVE_DRAWER}
          withLegend
          withTypes
          withFullscreen
          fill
        />
      </div>
      <section ref={panel} className={classes.panel} aria-label="Order">
        <button
          type="button"
          className={classes.handle}
          aria-label="Details"
          onClick={() => slide(panel.current)}
        />
        <header className={classes.top}>
          <h1 className={classes.title}>Track Order</h1>
          <span className={classes.number}>#{order.number}</span>
          {!props.withheld && (
            <span className={classes.price}>
              <Money cents={order.price_cents} />
            </span>
          )}
          {props.state && <span className={classes.state}>{props.state}</span>}
        </header>
        <div className={classes.story} data-phase={story.phase}>
          <PhaseMark phase={story.phase} />
          <div>
            <p className={classes.headline}>{story.headline}</p>
            <p className={classes.detail}>{story.detail}</p>
          </div>
          <VisuallyHidden role="status">{story.announcement}</VisuallyHidden>
        </div>
        <Progress tracking={tracking} />
        {tracking.speed > 1 && order.status !== 'cancelled' && order.status !== 'completed' && (
          <p className={classes.pace}>
            Demonstration time: drivers go {tracking.speed} times as fast as the road.
          </p>
        )}
        {driver ? (
          <DriverCard driver={driver} orderId={order.id} token={props.token} />
        ) : (
          order.status === 'pending' && (
            <NoDriverYet>Your driver appears here as soon as one has the order.</NoDriverYet>
          )
        )}
        {props.messages}
        <TimelineList steps={stepsOf(tracking)} now={now} />
        {tracking.delivery_proof && (
          <Suspense fallback={null}>
            <DeliveryProof tracking={tracking} now={now} />
          </Suspense>
        )}
        {props.children}
        <OrderDetails tracking={tracking} now={now} withheld={props.withheld} />
        <WhereAmI isKnown={you !== null} onFound={setYou} />
      </section>
    </div>
  )
}

/** The order's four steps as a bar; the timeline below says the same in words. */
function Progress({ tracking }: { tracking: ShownTracking }) {
  const { failure } = tracking.order
  const steps = stepsOf(tracking).filter(({ state }) => failure || state !== 'stopped')
  return (
    <div className={classes.progress} aria-hidden="true">
      {tracking.order.timeline.map(({ label }, index) => (
        <span key={label} data-state={steps[index]?.state ?? 'coming'} />
      ))}
    </div>
  )
}

/** Begun minutes count, as they do in the headline beside it. */
const left = (route: { duration_seconds: number }, speed: number) =>
  duration(Math.ceil(route.duration_seconds / speed / 60) * 60)

function RouteInfo({ tracking }: { tracking: ShownTracking }) {
  const { arrival } = tracking.live
  const { distance, estimated_duration } = tracking.order
  return (
    <p className={classes.info}>
      <span>{arrival ? `To the ${arrival.stop}` : 'The trip'}</span>
      <strong>
        {arrival
          ? `${miles(arrival.route.distance_meters)} · ${left(arrival.route, tracking.speed)}`
          : // As it was quoted: the trip has one distance and one time on every screen.
            `${distance.toFixed(1)} mi · ${duration(estimated_duration * 60)}`}
      </strong>
    </p>
  )
}

/** Nobody is located who has not asked for it. */
function WhereAmI({ isKnown, onFound }: { isKnown: boolean; onFound: (at: LatLng) => void }) {
  const { locating, locate } = useCurrentLocation()
  async function show() {
    try {
      onFound(await locate())
      // On a phone the map lies above the button.
      window.scrollTo({ top: 0 })
    } catch (error) {
      if (error instanceof CouldNotLocate) toast.error(error.message, { id: 'where-am-i' })
      else throw error
    }
  }
  return (
    <Button
      variant="default"
      className={classes.where}
      loading={locating}
      leftSection={<IconCurrentLocation size={18} aria-hidden="true" />}
      onClick={() => void show()}
    >
      {isKnown ? 'Update where I am' : 'Show where I am on the map'}
    </Button>
  )
}

function driverLabel({ driver }: ShownTracking): string {
  return driver ? `${driver.name}, ${vehicleLabel(driver.vehicle)}` : 'Driver'
}

/** On a phone the panel is a drawer: the page scrolls it over the map, and back. */
function slide(panel: HTMLElement | null) {
  const isUp = window.scrollY > 40
  if (isUp) window.scrollTo({ top: 0 })
  else panel?.scrollIntoView({ block: 'start' })
}
