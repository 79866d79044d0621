import { sentenceOf } from '@/api/problem'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { isNotBookable } from '@/shared/fare/notBookable'
import { isRouteProblem, routeProblem } from '@/shared/places/routeProblem'
import type { Booking, Renewal } from '../useBooking'
import { NotBookable } from './NotBookable'
import classes from './PriceNotices.module.css'
import { priceText } from './price'

/** What has happened to the price, where the customer is looking anyway. */
export function PriceNotices({ booking }: { booking: Booking }) {
  const { quote, expired, renewal, price, draftState, step } = booking
  const { priced, lostDriver } = draftState.draft
  const cents = price.kind === 'exact' ? price.cents : null
  const text = priceText(price)
  return (
    <div className={classes.notices} data-field="price" tabIndex={-1}>
      {quote.failed !== null &&
        (isNotBookable(quote.failed) ? (
          <NotBookable error={quote.failed} draftState={draftState} />
        ) : (
          <NoPriceNotice error={quote.failed} busy={quote.busy} onTryAgain={quote.tryAgain} />
        ))}
      {quote.paused && (
        <Notice kind="news" title="You are offline.">
          The price comes as soon as the connection is back. What you entered is kept.
        </Notice>
      )}
      {expired && <ExpiredNotice price={text} renewal={renewal} />}
      {!expired && cents !== null && typeof priced?.replacedCents === 'number' && (
        <RenewedNotice before={priced.replacedCents} now={cents} />
      )}
      {step === 4 && lostDriver !== null && (
        <Notice kind="problem" title={`${lostDriver} is no longer available.`}>
          Pick another driver. Everything you entered is kept, and nothing was charged.
        </Notice>
      )}
    </div>
  )
}

/** The 15 minutes are over (OP-09): what was shown stays in sight, and one press renews it. */
function ExpiredNotice({ price, renewal }: { price: string | null; renewal: Renewal }) {
  return (
    <Notice
      kind="problem"
      title="This price has expired"
      action={{ label: 'Get New Price', onClick: renewal.start, busy: renewal.busy }}
    >
      {renewal.error
        ? sentenceOf(renewal.error)
        : `Prices hold for 15 minutes.${price ? ` Yours was ${price}.` : ''} Everything you entered is kept.`}
    </Notice>
  )
}

/** The old price and the new one, side by side. */
function RenewedNotice({ before, now }: { before: number; now: number }) {
  if (before === now) {
    return <Notice kind="news" title={`The price is still ${formatCents(now)}`} />
  }
  return (
    <Notice
      kind="news"
      title={`The price is now ${formatCents(now)}. It was ${formatCents(before)}.`}
    >
      {`${formatCents(Math.abs(now - before))} ${now > before ? 'more' : 'less'} than before.`}
    </Notice>
  )
}

/** No price, and why: a route that cannot be calculated gives none (OP-63). */
function NoPriceNotice(props: { error: unknown; busy: boolean; onTryAgain: () => void }) {
  const noRoute = isRouteProblem(props.error)
  return (
    <Notice
      kind="problem"
      title={noRoute ? 'Route Calculation Error' : 'The price could not be calculated.'}
      action={{ label: 'Try Again', onClick: props.onTryAgain, busy: props.busy }}
    >
      {routeProblem(props.error)}
    </Notice>
  )
}
