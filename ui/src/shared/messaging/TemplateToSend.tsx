import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { TemplateOut } from '@/api/generated/types.gen'
import classes from './QuickTemplates.module.css'
import { MINUTES, partsOf, questionOf } from './templateText'

/** A quick message as it will read, and what is still to be told. */
export function TemplateToSend(props: {
  template: TemplateOut
  /** What the sender has to say before it can go. */
  asks: readonly string[]
  values: Readonly<Record<string, string | undefined>>
  size: 'page' | 'mount'
  onSend: (variables: Record<string, string>) => void
  onClose: () => void
}) {
  const { template, asks, size } = props
  const [values, setValues] = useState<Record<string, string>>({})
  const isWhole = asks.every((name) => values[name])
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <fieldset
      ref={box}
      className={classes.chosen}
      data-size={size}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose()
      }}
    >
      <legend>{template.name}</legend>
      <p className={classes.preview}>
        {partsOf(template, { ...props.values, ...values }).map(({ text, isOpen }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
          <span key={place} data-open={isOpen || undefined}>
            {text}
          </span>
        ))}
      </p>
      {asks.map((name) => (
        <Minutes
          key={name}
          question={questionOf(name)}
          value={values[name]}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <div className={classes.actions}>
        <Button disabled={!isWhole} onClick={() => props.onSend(values)}>
          Send
        </Button>
        <Button variant="default" onClick={props.onClose}>
          Back
        </Button>
      </div>
    </fieldset>
  )
}

function Minutes(props: {
  question: string
  value: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={classes.minutes} role="radiogroup" aria-labelledby={id}>
      <span id={id}>{props.question}</span>
      <div>
        {MINUTES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={id}
              value={each}
              checked={props.value === each}
              onChange={() => props.onChange(each)}
            />
            <span>{each}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
