import { IconChevronDown, IconMinus, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ItemLine } from '../draft/draft'
import { Amount } from './Amount'
import classes from './ItemRow.module.css'
import { MOST_PIECES } from './items'

const SIDES = [
  ['length', 'Length (in)'],
  ['width', 'Width (in)'],
  ['height', 'Height (in)'],
] as const

/** A line of the list: how many, what is special about it, and its figures one tap away. */
export function ItemRow(props: {
  line: ItemLine
  usualPounds: number
  onCount: (quantity: number) => void
  onChange: (part: Partial<ItemLine>) => void
}) {
  const { line, usualPounds, onCount, onChange } = props
  const [open, setOpen] = useState(false)
  const panel = useId()
  const { description: name, quantity } = line
  return (
    <li className={classes.row} aria-label={name}>
      <div className={classes.head}>
        <div className={classes.what}>
          <p className={classes.name}>{name}</p>
          <p className={classes.weight}>
            {line.pounds?.toLocaleString('en-US') ?? `About ${usualPounds}`} lb
            {quantity > 1 && ' each'}
          </p>
        </div>
        <div className={classes.stepper}>
          <button
            type="button"
            aria-label={quantity > 1 ? `One ${name} less` : `Remove ${name}`}
            onClick={() => onCount(quantity - 1)}
          >
            {quantity > 1 ? (
              <IconMinus size={20} aria-hidden="true" />
            ) : (
              <IconTrash size={20} aria-hidden="true" />
            )}
          </button>
          <output aria-label={`Number of ${name}`}>{quantity}</output>
          <button
            type="button"
            aria-label={`One ${name} more`}
            disabled={quantity >= MOST_PIECES}
            onClick={() => onCount(quantity + 1)}
          >
            <IconPlus size={20} aria-hidden="true" />
          </button>
        </div>
      </div>
      <div className={classes.marks}>
        <Mark
          label="Fragile"
          of={name}
          checked={line.fragile}
          onChange={(fragile) => onChange({ fragile })}
        />
        <Mark
          label="Requires assembly"
          of={name}
          checked={line.assembly}
          onChange={(assembly) => onChange({ assembly })}
        />
        <button
          type="button"
          className={classes.more}
          aria-label={`Weight and size of ${name}`}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          Weight and size
          <IconChevronDown size={18} aria-hidden="true" />
        </button>
      </div>
      <div id={panel} className={classes.sides} hidden={!open}>
        {open && (
          <>
            <Amount
              label="Weight (lb)"
              placeholder={String(usualPounds)}
              most={100_000}
              value={line.pounds}
              onChange={(pounds) => onChange({ pounds })}
            />
            {SIDES.map(([side, label]) => (
              <Amount
                key={side}
                label={label}
                placeholder="Optional"
                most={1200}
                value={line.dimensions[side]}
                onChange={(inches) =>
                  onChange({ dimensions: { ...line.dimensions, [side]: inches } })
                }
              />
            ))}
          </>
        )}
      </div>
    </li>
  )
}

function Mark(props: {
  label: string
  of: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={classes.mark}>
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>
        {props.label}
        <span className={classes.hidden}>: {props.of}</span>
      </span>
    </label>
  )
}
