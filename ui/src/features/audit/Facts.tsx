import type { ReactNode } from 'react'
import type { AuditEntryOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { IdLink } from '@/shared/admin/AdminLinks'
import classes from './Facts.module.css'

/** What else an entry says: ids, words, figures and amounts by their names. */
export function Facts({ facts, question }: Pick<AuditEntryOut, 'facts' | 'question'>) {
  const known = Object.entries(facts).flatMap(([name, fact]) =>
    fact === null ? [] : [{ name, fact }],
  )
  if (known.length === 0 && !question) return null
  return (
    <dl className={classes.facts}>
      {known.map(({ name, fact }) => (
        <div key={name}>
          <dt>{factName(name)}</dt>
          <dd>{factWords(name, fact)}</dd>
        </div>
      ))}
      {question && (
        <div>
          <dt>asked for</dt>
          <dd>{question}</dd>
        </div>
      )}
    </dl>
  )
}

/** Money in dollars, as every amount on a screen. */
function factWords(name: string, fact: string | number | boolean): ReactNode {
  if (typeof fact === 'string') return <IdLink id={fact} />
  if (typeof fact === 'number' && isCents(name)) return formatCents(fact)
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  return String(fact)
}

const isCents = (name: string) => /(^|_)cents$/.test(name)

const factName = (name: string) =>
  (isCents(name) ? name.replace(/_?cents$/, '') || 'amount' : name).replaceAll('_', ' ')
