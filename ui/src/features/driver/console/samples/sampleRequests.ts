/** A request that nobody made, for whoever wants to see how one comes in. */
export type SampleRequest = {
  id: number
  pickup: string
  dropoff: string
  miles: number
  paysCents: number
}

/** OP-52, DRV-15. */
export const EVERY_MS = 30_000
export const MAX_SAMPLES = 5

const TRIPS: Omit<SampleRequest, 'id'>[] = [
  { pickup: '350 5th Ave', dropoff: '86 5th Ave, Brooklyn', miles: 5.4, paysCents: 1532 },
  { pickup: '1515 Broadway', dropoff: '200 Bedford Ave, Brooklyn', miles: 6.1, paysCents: 1937 },
  { pickup: '31-00 47th Ave, Queens', dropoff: '11 W 53rd St', miles: 3.2, paysCents: 1120 },
  { pickup: '851 Grand Concourse, Bronx', dropoff: '2 E 91st St', miles: 4.8, paysCents: 1388 },
]

/** The newest first; the oldest make room. */
export function withAnother(before: readonly SampleRequest[], id: number): SampleRequest[] {
  const trip = TRIPS[id % TRIPS.length] as (typeof TRIPS)[number]
  return [{ id, ...trip }, ...before].slice(0, MAX_SAMPLES)
}
