import type { SplitOut } from './generated/types.gen'

/** While something in a list is on its way, seconds matter. */
const SOON_MS = 15_000
/** Nothing is: what is new can wait, and is asked for anyway when somebody comes back to the page. */
const LATER_MS = 120_000

interface Pages<T> {
  state: { data?: { pages: { items: T[] }[] } }
}

/** A `refetchInterval` by what the list shows. No query is repeated while its page is hidden. */
export function refetchSoonWhile<T>(isPending: (item: T) => boolean) {
  return ({ state }: Pages<T>): number =>
    state.data?.pages.some(({ items }) => items.some(isPending)) ? SOON_MS : LATER_MS
}

/** Of shares: what is earned and not held back is sent within seconds; an estimate stays one for hours. */
export const splitsRefetchInterval = refetchSoonWhile(
  (split: SplitOut) =>
    split.split_status === 'pending' &&
    split.earned_at !== null &&
    split.frozen_at === null &&
    split.held_at === null,
)

/** Sums: the list beside them shows single changes sooner. */
export const FIGURES_REFETCH_MS = 30_000

/** Something that somebody is about to decide, while the others may still be writing. */
export const CASE_REFETCH_MS = 10_000
