import { Skeleton } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatRange, formatStartingAt, Money } from '@/components/Money'
import { useNow } from '@/components/useNow'
import { FareLines } from '@/shared/fare/FareLines'
import classes from './PriceTag.module.css'
import type { VisiblePrice } from './price'

/** From here on it is worth knowing that the price ends. */
const LOW_MILLISECONDS = 5 * 60_000

/** The price in sight, and one tap away every line of it. */
export function PriceTag({ price }: { price: VisiblePrice }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const place = useClickOutside<HTMLDivElement>(() => setOpen(false))
  const exact = price.kind === 'exact' ? price : null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened.
    <div
      ref={place}
      className={classes.tag}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      {exact && open && (
        <section id={id} className={classes.sheet} aria-label="Price details">
          <FareLines lines={exact.lines} waiting={exact.stale} />
          <p className={classes.sum}>
            <span>Total</span>
            <Money cents={exact.cents} />
          </p>
        </section>
      )}
      <div className={classes.face}>
        <div className={classes.words}>
          <span className={classes.label}>
            <Label price={price} />
          </span>
          <output
            className={classes.amount}
            aria-label="Total"
            data-stale={('stale' in price && price.stale) || undefined}
          >
            <Amount price={price} />
          </output>
        </div>
        {exact && (
          <button
            type="button"
            className={classes.opener}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <span className={classes.openerWords}>Price details</span>
            <IconChevronUp size={18} aria-hidden="true" data-open={open || undefined} />
          </button>
        )}
      </div>
    </div>
  )
}

function Label({ price }: { price: VisiblePrice }) {
  if (price.kind === 'from') return <>{price.service}, starting at</>
  if (price.kind !== 'exact' && price.kind !== 'range') return <>Total</>
  const label = price.kind === 'exact' ? price.label : 'You choose the driver'
  if (price.endsAt === null) return <>{label}</>
  return <Held label={label} endsAt={price.endsAt} />
}

/** The only part of the page that changes every second. */
function Held({ label, endsAt }: { label: string; endsAt: number }) {
  const left = endsAt - useNow(1_000)
  if (left > LOW_MILLISECONDS) return <>{label}</>
  return <>{left > 0 ? `Held for ${countdown(left)}` : 'This price has expired'}</>
}

function Amount({ price }: { price: VisiblePrice }) {
  switch (price.kind) {
    case 'exact':
      return <Money cents={price.cents} />
    case 'range':
      return <>{formatRange(price.lowCents, price.highCents)}</>
    case 'from':
      return <>{formatStartingAt(price.cents)}</>
    case 'waiting':
      return (
        <Skeleton width="5.5rem" height="1.5rem" role="img" aria-label="Calculating the price" />
      )
    case 'failed':
      return <span className={classes.none}>No price yet</span>
    case 'none':
      return <span className={classes.none}>{price.because}</span>
  }
}

/** `2:05` for 125 seconds; a started second counts. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
