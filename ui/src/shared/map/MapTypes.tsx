import { useClickOutside } from '@mantine/hooks'
import { IconStack2 } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import controls from './controls.module.css'
import type { MapType } from './engine'
import classes from './MapTypes.module.css'

const TYPES: ReadonlyArray<{ type: MapType; label: string }> = [
  { type: 'map', label: 'Map' },
  { type: 'satellite', label: 'Satellite' },
  { type: 'hybrid', label: 'Hybrid' },
  { type: 'terrain', label: 'Terrain' },
]

/** Chooses between the four types (MAP-19), where the engine has them. */
export function MapTypes({ type, onChange }: { type: MapType; onChange: (type: MapType) => void }) {
  const [open, setOpen] = useState(false)
  const panel = useClickOutside(() => setOpen(false))
  const id = useId()
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from any control within
    <div className={classes.types} ref={panel} onKeyDown={close}>
      <button
        type="button"
        className={controls.button}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`Map type: ${TYPES.find((entry) => entry.type === type)?.label}`}
        onClick={() => setOpen(!open)}
      >
        <IconStack2 size={20} aria-hidden="true" />
      </button>
      <fieldset id={id} className={classes.panel} hidden={!open}>
        <legend className={classes.legend}>Map type</legend>
        {TYPES.map((entry) => (
          <label key={entry.type} className={classes.choice}>
            <input
              type="radio"
              name={id}
              checked={entry.type === type}
              onChange={() => onChange(entry.type)}
            />
            {entry.label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
