import './mantine'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SessionUser } from '@/auth/storedSession'
import { PaySlot } from '@/shared/card/PayButton'
import { ActionBar } from './frame/ActionBar'
import { PickupTime } from './frame/PickupTime'
import { Progress } from './frame/Progress'
import { usePriceChange } from './frame/priceChange'
import { furthestStep, goToField, WHEN } from './missing'
import { StepBody } from './StepBody'
import type { BookingSearch } from './search'
import type { Step } from './steps'
import { useBooking } from './useBooking'
import { useBookingNavigation } from './useBookingNavigation'
import classes from './Wizard.module.css'

/** Where the bar has the way on of every step, the payment's too. */
const PHONE = '(max-width: 48em)'

/** The five steps of a booking, each at an address of its own (BKG-02). */
export function Wizard({ user, search }: { user: SessionUser; search: BookingSearch }) {
  const booking = useBooking(user, search)
  const { step, price, draftState } = booking
  const { goTo, goToOrder } = useBookingNavigation(draftState.clear)
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const [paySlot, setPaySlot] = useState<HTMLElement | null>(null)
  const change = usePriceChange(step, draftState.draft, price)
  useRequestedField(step)
  return (
    <div className={classes.wizard}>
      <Progress step={step} furthest={furthestStep(draftState.draft)} />
      <div className={classes.body}>
        <PaySlot value={paySlot}>
          <StepBody booking={booking} onNext={() => goTo(step + 1)} onPaid={goToOrder} />
        </PaySlot>
      </div>
      <ActionBar
        price={price}
        change={change}
        note={step > 1 && step < 5 && <PickupTime {...draftState.draft} />}
        onBack={step > 1 ? () => goTo(step - 1) : undefined}
        onActionSlot={isPhone && step === 5 ? setPaySlot : undefined}
        onContinue={step < 5 ? () => booking.mayGoOn() && goTo(step + 1) : undefined}
      />
    </div>
  )
}

/** An address that asks for the pickup time leads to it, past what stands above. */
function useRequestedField(step: Step) {
  const asked = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (step === 2 && asked === WHEN) goToField(WHEN)
  }, [step, asked])
}
