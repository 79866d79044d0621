import type {
  DriverReportOut,
  DrivingEventOut,
  MetricsOut,
  TracedEventOut,
} from '@/api/generated/types.gen'

/** Harsh braking on a street of Midtown. */
export function anEvent(changes: Partial<DrivingEventOut> = {}): DrivingEventOut {
  return {
    id: 'evt-1',
    driver_id: 'drv-1',
    type: 'harsh_braking',
    severity: 'high',
    start: '2026-03-04T15:00:02Z',
    end: '2026-03-04T15:00:03Z',
    lat: 40.7502,
    lng: -73.98,
    details: { acceleration_mps2: -6.2, speed_mph: 20.1 },
    resolved: false,
    contest: null,
    ...changes,
  }
}

export function metrics(changes: Partial<MetricsOut> = {}): MetricsOut {
  return {
    period: 'week',
    points: 700,
    total_distance_miles: 5.23,
    total_driving_minutes: 12,
    total_idle_minutes: 0.5,
    average_speed_mph: 26,
    max_speed_mph: 44.4,
    speeding_events: 0,
    harsh_braking_events: 1,
    harsh_acceleration_events: 0,
    route_deviation_events: 0,
    idle_events: 0,
    safety_score: 90,
    efficiency_score: 100,
    overall_score: 95,
    fuel_efficiency_mpg: 19.6,
    co2_emissions_kg: 2.4,
    route_compliance: null,
    risk_level: 'low',
    ...changes,
  }
}

/** A week with one event. */
export function aReport(changes: Partial<DriverReportOut> = {}): DriverReportOut {
  return {
    driver_id: 'drv-1',
    period: 'week',
    first_day: '2026-02-26',
    last_day: '2026-03-04',
    timezone: 'America/New_York',
    route_compliance: null,
    risk_level: 'low',
    metrics: metrics(),
    days: [
      { day: '2026-03-02', metrics: metrics({ period: 'day', overall_score: 100 }) },
      { day: '2026-03-04', metrics: metrics({ period: 'day' }) },
    ],
    events: [anEvent()],
    ai_insights: [],
    recommendations: [],
    training_needed: [],
    ...changes,
  }
}

/** A report of somebody who did not drive. */
export function anEmptyReport(): DriverReportOut {
  const nothing = metrics({ points: 0, harsh_braking_events: 0, safety_score: 100 })
  return aReport({ metrics: nothing, days: [], events: [] })
}

/** The event with ten seconds of its way. */
export function traced(event = anEvent()): TracedEventOut {
  const trace = Array.from({ length: 10 }, (_, second) => ({
    at: `2026-03-04T15:00:0${second}Z`,
    lat: 40.75 + second * 0.0001,
    lng: -73.98,
    speed_mph: 44 - second * 2,
  }))
  return { event, trace, forgotten: false }
}
