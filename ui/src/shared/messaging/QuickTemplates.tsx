import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { TemplateOut } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import type { MessageQueue } from './messageQueue'
import classes from './QuickTemplates.module.css'
import { type Party, templatesOptions } from './queries'
import type { Outgoing } from './storage'
import { TemplateToSend } from './TemplateToSend'
import { templateText, variableIn } from './templateText'

/** So many of them are at hand (MSG-05). */
const SHOWN = 6

type Chosen = { template: TemplateOut; asks: readonly string[] }

/**
 * Messages that are written already. On a desktop each is read before it goes; in a car mount one
 * press sends it, unless it has minutes to be told.
 */
export function QuickTemplates(props: {
  party: Party
  sending: MessageQueue
  outgoing: readonly Outgoing[]
  /** What is known here of what the server fills in. */
  values: Readonly<Record<string, string | undefined>>
  size: 'page' | 'mount'
}) {
  const { party, sending, values, size } = props
  const { data, error, refetch, isFetching } = useQuery(templatesOptions(party))
  const [chosen, setChosen] = useState<Chosen | null>(null)
  /** Where the focus goes back to. */
  const last = useRef<string | null>(null)

  // What the server could not fill in is asked for in its place.
  const inVain = props.outgoing.find((it) => it.state === 'failed' && variableIn(it.param))
  useLayoutEffect(() => {
    const template = data?.find(({ id }) => id === inVain?.body.template_id)
    const lacking = inVain && variableIn(inVain.param)
    if (!inVain || !template || !lacking) return
    sending.remove(inVain.key)
    setChosen({ template, asks: [...template.asks, lacking] })
  }, [inVain, data, sending])

  if (!data) {
    if (!error) return <div className={classes.row} data-size={size} aria-hidden="true" />
    return (
      <p className={classes.failed} role="status">
        The quick messages could not be loaded.{' '}
        <button type="button" disabled={isFetching} onClick={() => void refetch()}>
          Try Again
        </button>
      </p>
    )
  }
  const send = (template: TemplateOut, variables: Record<string, string>) => {
    setChosen(null)
    const shown = templateText(template, { ...values, ...variables })
    sending.send(newIdempotencyKey(), { template_id: template.id, variables }, shown)
  }
  if (chosen) {
    return (
      <TemplateToSend
        template={chosen.template}
        asks={[...new Set(chosen.asks)]}
        values={values}
        size={size}
        onSend={(variables) => send(chosen.template, variables)}
        onClose={() => setChosen(null)}
      />
    )
  }
  const press = (template: TemplateOut) => {
    if (size === 'mount' && template.asks.length === 0) send(template, {})
    else {
      last.current = template.id
      setChosen({ template, asks: template.asks })
    }
  }
  return (
    <ul className={classes.row} data-size={size} aria-label="Quick messages">
      {data.slice(0, SHOWN).map((template) => (
        <li key={template.id}>
          <button
            ref={(button) => {
              if (!button || last.current !== template.id) return
              last.current = null
              button.focus()
            }}
            type="button"
            className={classes.template}
            onClick={() => press(template)}
          >
            <span className={classes.name}>{template.name}</span>
            {size === 'mount' && (
              <span className={classes.words}>{templateText(template, values)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
