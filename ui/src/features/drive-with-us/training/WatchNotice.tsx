import { Notice } from '@/components/Notice'
import type { WatchState } from './useWatch'

/** Why no time counts just now. */
export function WatchNotice({ state, onTakeOver }: { state: WatchState; onTakeOver: () => void }) {
  if (state === 'elsewhere') {
    return (
      <Notice
        kind="news"
        title="This training goes on in another window."
        action={{ label: 'Continue Here', onClick: onTakeOver }}
      />
    )
  }
  if (state === 'unreached') {
    return (
      <Notice kind="news" title="No connection. Time counts again once it is back.">
        What you have watched is stored.
      </Notice>
    )
  }
  return null
}
