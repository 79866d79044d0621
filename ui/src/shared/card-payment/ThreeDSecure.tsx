import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { Money } from '@/components/Money'
import classes from './ThreeDSecure.module.css'

/** The question of the cardholder's bank, as the simulated provider asks it. */
export function ThreeDSecure(props: {
  cents: number
  busy: boolean
  onAnswer: (approved: boolean) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  return (
    // The browser's own modal dialog: it traps focus, closes on Escape and returns focus.
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={id}
      onClose={props.onClose}
      onCancel={(event) => props.busy && event.preventDefault()}
    >
      <p className={classes.eyebrow}>3-D Secure, simulated</p>
      <IconShieldCheck size={32} stroke={1.5} className={classes.icon} aria-hidden="true" />
      <h2 id={id} className={classes.title}>
        Confirm with your bank
      </h2>
      <p className={classes.text}>
        A real bank would ask you here to approve a payment of{' '}
        <strong>
          <Money cents={props.cents} />
        </strong>{' '}
        to haulage. Nothing is charged until you do.
      </p>
      <div className={classes.actions}>
        <Button size="lg" loading={props.busy} onClick={() => props.onAnswer(true)}>
          Approve payment
        </Button>
        <Button
          size="lg"
          variant="default"
          disabled={props.busy}
          onClick={() => props.onAnswer(false)}
        >
          Decline
        </Button>
      </div>
    </dialog>
  )
}
