import { Button, Skeleton } from '@mantine/core'
import { IconRouteOff, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Point } from './location'
import classes from './RoutePanel.module.css'
import { routeProblem } from './routeProblem'
import { type RouteInfo, type RouteStep, useRoutes } from './useRoutes'

/** How many steps stand there before somebody asks for all (MAP-23). */
const STEPS_AT_FIRST = 5

export interface RoutePanelProps {
  pickup: Point | null
  dropoff: Point | null
  /** When the trip sets out, with an offset; null is now. */
  at: string | null
  fareText?: ReactNode
  /** Which of the ways is looked at, the best being 0. */
  selected: number
  onSelect: (index: number) => void
}

/** How far, how long and how much; other ways and the turns where the engine has them. */
export function RoutePanel(props: RoutePanelProps) {
  const { data, error, isFetching, fetchStatus, refetch } = useRoutes(
    props.pickup,
    props.dropoff,
    props.at,
  )
  const routes = data?.items ?? []
  const route = routes[props.selected] ?? routes[0]
  if (!route && fetchStatus === 'paused') {
    return (
      <PanelMessage icon={<IconWifiOff aria-hidden="true" />} title="You are offline">
        <p>The route comes as soon as the connection is back.</p>
      </PanelMessage>
    )
  }
  if (!route && (error || data)) {
    return (
      <PanelMessage icon={<IconRouteOff aria-hidden="true" />} title="Route Calculation Error">
        <p>{routeProblem(error)}</p>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </PanelMessage>
    )
  }
  return (
    <section className={classes.panel} aria-label="Route" aria-busy={isFetching || undefined}>
      <dl className={classes.figures}>
        <Figure term="Total Distance" waiting={isFetching}>
          {route?.distance.text}
        </Figure>
        <Figure term="Estimated Time" waiting={isFetching}>
          {route?.duration.text}
        </Figure>
        <Figure term="Estimated Fare" waiting={isFetching && !route}>
          {props.fareText}
        </Figure>
      </dl>
      {route?.approximate && (
        <p className={classes.approximate}>
          <strong>Approximate.</strong> Distance and time are estimates for this hour of the week;
          the route shown is approximate.
        </p>
      )}
      {routes.length > 1 && route && (
        <Alternatives routes={routes} chosen={route} onSelect={props.onSelect} />
      )}
      {/* Only an engine of roads knows the turns; an estimate knows a bridge at most. */}
      {route && !route.approximate && route.steps.length > 0 && (
        <Directions key={`${props.selected} ${route.distance.value}`} steps={route.steps} />
      )}
    </section>
  )
}

function Figure(props: { term: string; waiting: boolean; children: ReactNode }) {
  const empty = props.children === undefined || props.children === null
  return (
    <div>
      <dt>{props.term}</dt>
      <dd>{!empty ? props.children : props.waiting ? <Skeleton height={22} width={72} /> : '–'}</dd>
    </div>
  )
}

function Alternatives(props: {
  routes: RouteInfo[]
  chosen: RouteInfo
  onSelect: (index: number) => void
}) {
  return (
    <div className={classes.part}>
      <h3>Alternative Routes</h3>
      <ul className={classes.alternatives}>
        {props.routes.map((route, index) => {
          const name = route.name || `Route ${index + 1}`
          const chosen = route === props.chosen
          return (
            <li key={`${name} ${route.distance.value}`} data-chosen={chosen || undefined}>
              <div>
                <strong>{name}</strong>
                <span>
                  {route.duration.text}, {route.distance.text}
                </span>
              </div>
              <Button
                variant={chosen ? 'light' : 'default'}
                aria-pressed={chosen}
                aria-label={`Select ${name}`}
                onClick={() => props.onSelect(index)}
              >
                {chosen ? 'Selected' : 'Select'}
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Directions({ steps }: { steps: RouteStep[] }) {
  const [all, setAll] = useState(false)
  const list = useId()
  const next = useRef<HTMLLIElement>(null)
  // The button goes when the steps come, and the focus would be lost with it.
  useEffect(() => {
    if (all) next.current?.focus()
  }, [all])
  const more = steps.length - STEPS_AT_FIRST
  const shown = all ? steps : steps.slice(0, STEPS_AT_FIRST)
  return (
    <div className={classes.part}>
      <h3>Turn-by-Turn Directions</h3>
      <ol id={list} className={classes.steps}>
        {shown.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the way, and none moves.
          <li key={index} ref={index === STEPS_AT_FIRST ? next : undefined} tabIndex={-1}>
            <span>{step.instruction}</span>
            <span className={classes.stepLength}>{step.distance.text}</span>
          </li>
        ))}
      </ol>
      {more > 0 && !all && (
        <button
          type="button"
          className={classes.more}
          aria-controls={list}
          aria-expanded={false}
          onClick={() => setAll(true)}
        >
          ... and {more} more {more === 1 ? 'step' : 'steps'}
        </button>
      )}
    </div>
  )
}

function PanelMessage(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className={classes.message} role="alert">
      {props.icon}
      <h3>{props.title}</h3>
      {props.children}
    </section>
  )
}
