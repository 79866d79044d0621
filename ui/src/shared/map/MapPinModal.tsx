import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { LatLng } from './geometry'
import classes from './MapPinModal.module.css'
import { MapView } from './MapView'

type Purpose = 'pickup' | 'dropoff'

const TITLES: Record<Purpose, string> = {
  pickup: 'Select Pickup Location',
  dropoff: 'Select Dropoff Location',
}

export interface MapPinModalProps {
  opened: boolean
  onClose: () => void
  purpose: Purpose
  /** What the map shows first: the present location, or where the person is. */
  near?: LatLng | null
  onPick: (point: LatLng) => void
  /** Says what is at the point, such as its address, below the map. */
  describe?: (point: LatLng) => ReactNode
}

/** Picks a pickup or a dropoff by pointing at it (MAP-18); nothing is taken before it is confirmed. */
export function MapPinModal({ opened, onClose, purpose, ...rest }: MapPinModalProps) {
  const phone = useMediaQuery('(max-width: 40em)') ?? false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TITLES[purpose]}
      size="56rem"
      fullScreen={phone}
      centered
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      classNames={{ body: classes.body, title: classes.title, content: classes.content }}
    >
      <PinPicker purpose={purpose} onClose={onClose} {...rest} />
    </Modal>
  )
}

/** Mounted anew each time the modal opens, so that no earlier point is left over. */
function PinPicker({ purpose, near, onPick, onClose, describe }: Omit<MapPinModalProps, 'opened'>) {
  const [point, setPoint] = useState<LatLng | null>(null)
  return (
    <div className={classes.picker}>
      <p className={classes.hint}>Click anywhere on the map to select your {purpose} location</p>
      <div className={classes.map}>
        <MapView
          label={TITLES[purpose]}
          pickup={purpose === 'pickup' ? point : null}
          dropoff={purpose === 'dropoff' ? point : null}
          near={near ?? null}
          onPick={setPoint}
          fill
        />
      </div>
      <div className={classes.foot}>
        <div className={classes.place} aria-live="polite">
          {point && (describe?.(point) ?? `${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`)}
        </div>
        <Button
          disabled={!point}
          onClick={() => {
            if (!point) return
            onPick(point)
            onClose()
          }}
        >
          Use This Location
        </Button>
      </div>
    </div>
  )
}
