import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ActionBar.module.css'
import { PriceTag } from './PriceTag'
import type { VisiblePrice } from './price'

/** The foot of every step: the price so far, the way back and the way on. */
export function ActionBar(props: {
  price: VisiblePrice
  /** What has changed the price. */
  change?: string | null
  /** What else the price stands for, with the way to it. */
  note?: ReactNode
  onBack?: () => void
  /** Absent where the step has a main action of its own. */
  onContinue?: () => void
  /** Takes the place that the step's main action has among the others. */
  onActionSlot?: (slot: HTMLElement | null) => void
  busy?: boolean
}) {
  return (
    <section className={classes.bar} aria-label="Price and next step">
      <div className={classes.notes}>
        {props.note}
        <p className={classes.change} role="status">
          {props.change}
        </p>
      </div>
      <div className={classes.row}>
        {props.onBack && (
          <Button
            className={classes.back}
            variant="default"
            size="lg"
            aria-label="Back"
            leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
            onClick={props.onBack}
          >
            <span className={classes.long}>Back</span>
          </Button>
        )}
        <PriceTag price={props.price} />
        {props.onActionSlot && <div ref={props.onActionSlot} className={classes.slot} />}
        {props.onContinue && (
          <Button
            className={classes.continue}
            size="lg"
            loading={props.busy}
            rightSection={<IconArrowRight size={18} aria-hidden="true" />}
            onClick={props.onContinue}
          >
            Continue
          </Button>
        )}
      </div>
    </section>
  )
}
