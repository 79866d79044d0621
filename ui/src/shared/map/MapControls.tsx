import {
  IconFocusCentered,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import controls from './controls.module.css'
import type { MapType } from './engine'
import classes from './MapControls.module.css'
import { MapTypes } from './MapTypes'
import type { Fullscreen } from './useFullscreen'

/** The buttons over a map: type and full screen above, the camera's below. */
export function MapControls({
  type,
  onType,
  fullscreen,
  onZoom,
  onRecenter,
}: {
  type: MapType
  onType: ((type: MapType) => void) | undefined
  fullscreen: Fullscreen | undefined
  onZoom: ((steps: number) => void) | undefined
  onRecenter: (() => void) | undefined
}) {
  return (
    <>
      <div className={classes.top}>
        {onType && <MapTypes type={type} onChange={onType} />}
        {fullscreen && (
          <button
            type="button"
            className={controls.button}
            aria-label={fullscreen.on ? 'Exit full screen' : 'Full screen'}
            onClick={fullscreen.toggle}
          >
            {fullscreen.on ? (
              <IconMinimize size={20} aria-hidden="true" />
            ) : (
              <IconMaximize size={20} aria-hidden="true" />
            )}
          </button>
        )}
      </div>
      <div className={classes.bottom}>
        {onRecenter && (
          <button
            type="button"
            className={`${controls.button} ${controls.wide}`}
            onClick={onRecenter}
          >
            <IconFocusCentered size={20} aria-hidden="true" />
            Recenter
          </button>
        )}
        {onZoom && (
          <div className={controls.pair}>
            <button
              type="button"
              className={controls.button}
              aria-label="Zoom in"
              onClick={() => onZoom(1)}
            >
              <IconPlus size={20} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={controls.button}
              aria-label="Zoom out"
              onClick={() => onZoom(-1)}
            >
              <IconMinus size={20} aria-hidden="true" />
            </button>
          </div>
        )}
      </div>
    </>
  )
}
