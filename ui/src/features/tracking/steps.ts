import type { ShownTracking } from './shownTracking'

export type Step = {
  label: string
  /** When it was reached. */
  at: string | null
  /** When it is expected, for the step that comes next. */
  expected: string | null
  state: 'done' | 'current' | 'coming' | 'stopped'
}

/**
 * The timeline with the one step that the order stands at. A cancelled order shows what it had
 * reached, and that it ended there.
 */
export function stepsOf({ order, live }: ShownTracking): Step[] {
  const reached = order.timeline.filter(({ at }) => at).length
  if (order.failure) return failedSteps(order.timeline)
  if (order.status === 'cancelled') {
    const done = order.timeline
      .slice(0, reached)
      .map(({ label, at }) => doneStep(label, at ?? null))
    return [
      ...done,
      { label: 'Canceled', at: order.cancelled_at, expected: null, state: 'stopped' },
    ]
  }
  return order.timeline.map(({ label, at }, index) => ({
    label,
    at,
    expected: index === reached ? expectedOf(index, live) : null,
    state: stateOf(index, reached, order.timeline.length),
  }))
}

/** A delivery that failed has an end of its own among its steps. */
function failedSteps(timeline: ShownTracking['order']['timeline']): Step[] {
  return timeline.map(({ label, at }) => {
    const state = label.endsWith('Failed') ? 'stopped' : at ? 'done' : 'coming'
    return { label, at, expected: null, state }
  })
}

function stateOf(index: number, reached: number, steps: number): Step['state'] {
  if (index >= reached) return 'coming'
  return index === reached - 1 && reached < steps ? 'current' : 'done'
}

/** The engine's arrival at the pickup or dropoff is when the step behind it can come at the earliest. */
function expectedOf(index: number, { arrival }: ShownTracking['live']): string | null {
  if (!arrival) return null
  return index === (arrival.stop === 'pickup' ? PICKUP : DELIVERED) ? arrival.at : null
}

const PICKUP = 2
const DELIVERED = 3

function doneStep(label: string, at: string | null): Step {
  return { label, at, expected: null, state: 'done' }
}
