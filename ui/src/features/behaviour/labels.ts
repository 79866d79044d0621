import type {
  ContestStatus,
  DrivingEventOut,
  EventType,
  RiskLevel,
  Severity,
} from '@/api/generated/types.gen'
import { distanceWords } from '@/components/distance'

export const EVENT_WORDS = {
  speeding: 'Speeding',
  harsh_braking: 'Harsh braking',
  harsh_acceleration: 'Harsh acceleration',
  route_deviation: 'Route deviation',
  idle: 'Idle',
} satisfies Record<EventType, string>

export const SEVERITY_WORDS = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
} satisfies Record<Severity, string>

export const RISK_WORDS = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
  critical: 'Critical risk',
} satisfies Record<RiskLevel, string>

export const CONTEST_WORDS = {
  open: 'Appealed, waiting for a decision',
  upheld: 'Appeal approved: this event does not count',
  rejected: 'Appeal refused: this event counts',
} satisfies Record<ContestStatus, string>

/** The figures behind a severity, in one line. */
export function factsOf({ type, details }: DrivingEventOut): string {
  const figure = (name: string) => details[name] ?? 0
  switch (type) {
    case 'speeding':
      return `${round(figure('speed_mph'))} mph where ${round(figure('limit_mph'))} is allowed`
    case 'harsh_braking':
      return `${inG(figure('acceleration_mps2'))} g, down to ${round(figure('speed_mph'))} mph`
    case 'harsh_acceleration':
      return `+${inG(figure('acceleration_mps2'))} g, up to ${round(figure('speed_mph'))} mph`
    case 'route_deviation':
      return `${distanceWords(figure('meters_off_route'))} from the route`
    case 'idle':
      return `${fixed(figure('idle_minutes'))} min with the engine running`
    default:
      return type satisfies never
  }
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Standard gravity (ISO 80000-3). */
const METERS_PER_SECOND_SQUARED_PER_G = 9.80665

function inG(acceleration: number): string {
  return (acceleration / METERS_PER_SECOND_SQUARED_PER_G).toFixed(2).replace('-', '−')
}

function fixed(value: number): string {
  return value.toFixed(1).replace('-', '−')
}

/** "Wed, Mar 4, 10:00:02 AM" on the clocks of the driver's zone. */
export function moment(at: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
  }).format(new Date(at))
}

/** "Mar 4", or "Wed, Mar 4, 2026" where there is room. */
export function dayWords(day: string, long = false): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(long && { weekday: 'short', year: 'numeric' }),
  }).format(new Date(`${day}T00:00:00Z`))
}

/** "Wed". */
export function weekday(day: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** "45 s", "12 min" or "1 h 5 min". */
export function minutesWords(minutes: number): string {
  if (minutes > 0 && minutes < 1) return `${Math.round(minutes * 60)} s`
  const whole = Math.round(minutes)
  const hours = Math.floor(whole / 60)
  if (hours === 0) return `${whole} min`
  return whole % 60 === 0 ? `${hours} h` : `${hours} h ${whole % 60} min`
}
