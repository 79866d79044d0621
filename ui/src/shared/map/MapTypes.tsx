import { useClickOutside } from '@mantine/hooks'
import { IconStack2 } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { BrowserMapOut } from '@/api/generated/types.gen'
import controls from './controls.module.css'
import type { MapType } from './engine'
import classes from './MapTypes.module.css'

const TYPES: ReadonlyArray<{ type: MapType; label: string }> = [
  { type: 'map', label: 'Map' },
  { type: 'satellite', label: 'Satellite' },
  { type: 'hybrid', label: 'Hybrid' },
  { type: 'terrain', label: 'Terrain' },
]

/** Why an engine has no pictures from above; Google's has them all. */
const REASONS: Record<BrowserMapOut['engine'], string | null> = {
  google: null,
  style: 'The map style of this site has one type. The others come with Google Maps.',
  bundled: 'The built-in map is drawn, not photographed. The others come with Google Maps.',
}

/** Chooses between the four types (MAP-19); what the engine cannot draw says so. */
export function MapTypes({
  engine,
  type,
  onChange,
}: {
  engine: BrowserMapOut['engine']
  type: MapType
  onChange: (type: MapType) => void
}) {
  const [open, setOpen] = useState(false)
  const panel = useClickOutside(() => setOpen(false))
  const id = useId()
  const reason = REASONS[engine]
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
              disabled={entry.type !== 'map' && reason !== null}
              aria-describedby={entry.type !== 'map' && reason ? `${id}-reason` : undefined}
              onChange={() => onChange(entry.type)}
            />
            {entry.label}
          </label>
        ))}
        {reason && (
          <p id={`${id}-reason`} className={classes.reason}>
            {reason}
          </p>
        )}
      </fieldset>
    </div>
  )
}
