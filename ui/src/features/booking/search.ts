import type { Step } from './steps'

/** The wizard's address: the step, and what the home page has asked already. */
export interface BookingSearch {
  step?: Step
  /** Place ids from the fields on the home page. */
  from?: string
  to?: string
  service?: 'small' | 'large'
  /** An order that was booked before, to be paid now. */
  order?: string
  /** An order to fill a new booking from. */
  again?: string
}

const LONGEST_ID = 200
const STEPS: readonly unknown[] = [1, 2, 3, 4, 5] satisfies Step[]

/**
 * Whatever an address may say; what makes no sense counts as not said. By hand, since the checks of
 * every address come with every page, and zod is as heavy as all of the home page's own code.
 */
export function bookingSearch(search: Record<string, unknown>): BookingSearch {
  const { step, service } = search
  return {
    step: STEPS.includes(step) ? (step as Step) : undefined,
    from: identifier(search.from),
    to: identifier(search.to),
    order: identifier(search.order),
    again: identifier(search.again),
    service: service === 'small' || service === 'large' ? service : undefined,
  }
}

function identifier(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID ? value : undefined
}
