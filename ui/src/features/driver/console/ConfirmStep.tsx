import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { Dialog } from '@/components/Dialog'
import type { Act } from '../outbox/outbox'
import classes from './ConfirmStep.module.css'

const QUESTION = {
  ask_to_start: {
    title: 'You are at the pickup',
    text: 'Start the delivery now?',
    action: 'start',
    yes: 'Start Delivery',
  },
  ask_to_complete: {
    title: 'You have arrived at the delivery',
    text: 'Complete the delivery once everything is unloaded and handed over.',
    action: 'stop',
    yes: 'Complete delivery',
  },
} as const

/**
 * A circle that asks instead of acting (OP-49): once over everything, and once more on the card for
 * whoever said not yet.
 */
export function ConfirmStep({ delivery, act }: { delivery: DeliveryOut; act: Act }) {
  const [isOpen, setIsOpen] = useState(true)
  const question = QUESTION[delivery.asks as keyof typeof QUESTION]
  if (!question) return null
  if (!isOpen) return <p className={classes.reminder}>{question.title}.</p>
  return (
    <Dialog title={question.title} onClose={() => setIsOpen(false)}>
      <p>
        Order #{delivery.order_number}. {question.text}
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => setIsOpen(false)}>
          Not Yet
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            setIsOpen(false)
            act(delivery, question.action)
          }}
        >
          {question.yes}
        </Button>
      </div>
    </Dialog>
  )
}
