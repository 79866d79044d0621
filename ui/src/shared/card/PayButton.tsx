import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the button stands instead of below its fields, such as the bar at the foot of a phone. */
export const PaySlot = createContext<HTMLElement | null>(null)

/** Pays by the form with this id, within it or in the slot that the page offers. */
export function PayButton(props: {
  form: string
  /** What the button says, such as `Pay $43.30`. */
  action: ReactNode
  busy: boolean
  disabled: boolean
}) {
  const slot = useContext(PaySlot)
  const button = (
    <Button
      type="submit"
      form={props.form}
      size="lg"
      fullWidth={!slot}
      loading={props.busy}
      disabled={props.disabled}
      leftSection={<IconLock size={18} aria-hidden="true" />}
    >
      {props.action}
    </Button>
  )
  return slot ? createPortal(button, slot) : button
}
