import { NumberInput, Textarea } from '@mantine/core'
import { Choice } from '@/components/fields/Choice'
import { Option } from '@/components/fields/Option'
import { URGENCY_LABEL } from '@/shared/fare/trip'
import type { Details } from '../draft/draft'
import type { DraftState } from '../draft/useDraft'
import { USUAL_POUNDS } from '../quoteRequest'
import classes from './DetailsStep.module.css'

const DESCRIPTION_LENGTH = 500
const SIDES = [
  ['length', 'Length (in)'],
  ['width', 'Width (in)'],
  ['height', 'Height (in)'],
] as const

/** Step 3: what is carried (BKG-05, OP-30). Each answer that changes the price asks for it anew. */
export function DetailsStep({ draft, change, error }: DraftState & { error?: string }) {
  const { details } = draft
  const set = (part: Partial<Details>) => change({ details: { ...details, ...part } })
  return (
    <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
      <Textarea
        wrapperProps={{ 'data-field': 'description' }}
        error={error}
        label="Item description"
        description="What is it, how many, and anything the driver should know about stairs or doors."
        placeholder="Two-seat sofa, third floor with elevator"
        required
        size="md"
        rows={3}
        resize="vertical"
        maxLength={DESCRIPTION_LENGTH}
        value={details.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <Option
          label="Fragile"
          hint="Glass, art, screens"
          checked={details.fragile}
          onChange={(fragile) => set({ fragile })}
        />
        <Option
          label="Requires assembly"
          hint="Put together on arrival"
          checked={details.assembly}
          onChange={(assembly) => set({ assembly })}
        />
      </div>
      <Choice
        label="Urgency"
        value={details.urgency}
        labels={URGENCY_LABEL}
        onChange={(urgency) => set({ urgency })}
      />
      <fieldset className={classes.measures}>
        <legend className={classes.legend}>Weight and size</legend>
        <p className={classes.hint}>
          Without a weight we assume {USUAL_POUNDS[draft.service ?? 'small']} lb. With all three
          sides, only vehicles with enough room are offered.
        </p>
        <div className={classes.sides}>
          <Amount
            label="Weight (lb)"
            placeholder={String(USUAL_POUNDS[draft.service ?? 'small'])}
            most={100_000}
            value={details.pounds}
            onChange={(pounds) => set({ pounds })}
          />
          {SIDES.map(([side, label]) => (
            <Amount
              key={side}
              label={label}
              placeholder="Optional"
              most={1200}
              value={details.dimensions[side]}
              onChange={(inches) => set({ dimensions: { ...details.dimensions, [side]: inches } })}
            />
          ))}
        </div>
      </fieldset>
      <Amount
        label="Your price limit before tax (optional)"
        description="Drivers who ask more are not shown."
        placeholder="No limit of your own"
        prefix="$"
        most={100_000_000}
        decimals={2}
        value={details.limitCents === null ? null : details.limitCents / 100}
        onChange={(dollars) =>
          set({ limitCents: dollars === null ? null : Math.round(dollars * 100) })
        }
      />
    </form>
  )
}

function Amount(props: {
  label: string
  description?: string
  placeholder: string
  prefix?: string
  most: number
  decimals?: number
  value: number | null
  onChange: (value: number | null) => void
}) {
  const { most, decimals = 1, value, onChange, ...shown } = props
  return (
    <NumberInput
      {...shown}
      size="md"
      hideControls
      min={0}
      max={most}
      allowNegative={false}
      decimalScale={decimals}
      thousandSeparator=","
      clampBehavior="strict"
      value={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' && typed > 0 ? typed : null)}
    />
  )
}
