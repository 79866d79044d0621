import type { RefundPartsOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { Fact, Facts } from '@/components/Part'
import classes from './RefundParts.module.css'

const NAMES = {
  driver_cents: 'Driver’s share',
  platform_cents: 'Platform',
  tax_cents: 'Sales tax',
  fare_cents: 'Fare not earned yet',
} satisfies Record<keyof RefundPartsOut, string>

/** What a refund is made of, by the names that every screen uses; what comes to nothing is left out. */
export function refundParts(parts: RefundPartsOut): [name: string, cents: number][] {
  const names = Object.entries(NAMES) as [keyof RefundPartsOut, string][]
  return names
    .filter(([part]) => parts[part] !== 0)
    .map(([part, name]): [string, number] => [name, parts[part]])
}

/** The same in a line: "Driver’s share $6.65, Platform $7.21, Sales tax $1.14". */
export function refundPartsLine(parts: RefundPartsOut): string {
  return refundParts(parts)
    .map(([name, cents]) => `${name} ${formatCents(cents)}`)
    .join(', ')
}

/** From whom a refund comes, line by line, and what that adds up to. */
export function RefundParts({ parts }: { parts: RefundPartsOut }) {
  const { driver_cents, platform_cents } = parts
  const lines = refundParts(parts)
  return (
    <>
      <Facts>
        {lines.map(([name, cents]) => (
          <Fact key={name} term={name}>
            {formatCents(cents)}
          </Fact>
        ))}
        <Fact term="Refund">
          <strong>{formatCents(lines.reduce((sum, [, cents]) => sum + cents, 0))}</strong>
        </Fact>
      </Facts>
      {driver_cents > 0 && platform_cents > driver_cents && (
        <p className={classes.note}>
          The platform’s part has the card company’s fee in it, which does not come back.
        </p>
      )}
    </>
  )
}
