import type { PaidOrder } from '@/shared/card-payment/useCharge'
import { DetailsStep } from './details/DetailsStep'
import { WhatIf } from './details/WhatIf'
import { withOffer } from './draft/changes'
import { DriverStep } from './drivers/DriverStep'
import { Column } from './frame/Column'
import { PriceNotices } from './frame/PriceNotices'
import { priceText } from './frame/price'
import { StepHeading } from './frame/StepHeading'
import { LocationsStep } from './locations/LocationsStep'
import { PaymentStep } from './payment/PaymentStep'
import { ServiceStep } from './service/ServiceStep'
import type { Step } from './steps'
import { conditionsOf, tripOf } from './trip'
import type { Booking } from './useBooking'
import { useHelperPrice } from './useHelperPrice'

const LEAD: Partial<Record<Step, string>> = {
  3: 'Tell us what you’re moving.',
  4: 'Select a driver to go on to the payment. You pay the price of the driver you choose.',
}

/** The step at hand, each in the frame that suits it. */
export function StepBody(props: {
  booking: Booking
  onNext: () => void
  onPaid: (order: PaidOrder) => Promise<void>
}) {
  const { booking, onNext } = props
  const { draftState, step, moved, expired } = booking
  const { draft, update } = draftState
  const helperCents = useHelperPrice(step === 3 ? booking.shown : null, draft)
  const notices = <PriceNotices booking={booking} />
  const heading = (
    <StepHeading key={step} step={step} moved={moved}>
      {LEAD[step]}
    </StepHeading>
  )
  switch (step) {
    case 1:
      return (
        <Column heading={heading}>
          <ServiceStep {...draftState} error={booking.marks.service} />
        </Column>
      )
    case 2:
      return (
        <LocationsStep
          draftState={draftState}
          heading={heading}
          notices={notices}
          marks={booking.marks}
          fareText={priceText(booking.price)}
        />
      )
    case 3:
      return (
        <Column heading={heading} notices={notices} wide>
          <DetailsStep
            {...draftState}
            photos={booking.photos}
            error={booking.marks.description}
            photoFault={booking.marks.photos}
            helperCents={helperCents}
          >
            <Calculator booking={booking} />
          </DetailsStep>
        </Column>
      )
    case 4:
      return (
        <Column heading={heading} notices={notices}>
          <DriverStep
            draft={draft}
            expired={expired}
            error={booking.marks.driver}
            onSelect={(offer) => {
              update((now) => withOffer(now, offer))
              onNext()
            }}
          />
        </Column>
      )
    case 5:
      return (
        <Column heading={heading} notices={notices} wide>
          {draft.offer && (
            <PaymentStep
              draft={draft}
              offer={draft.offer}
              draftState={booking.store}
              expired={expired}
              renewal={booking.renewal}
              onPaid={(order) => void props.onPaid(order)}
            />
          )}
        </Column>
      )
  }
}

function Calculator({ booking }: { booking: Booking }) {
  if (!booking.shown) return null
  const { quote } = booking.shown
  return (
    <WhatIf
      trip={tripOf(quote, booking.draftState.draft)}
      conditions={conditionsOf(quote)}
      dropoff={{ lat: quote.dropoff.lat, lng: quote.dropoff.lng }}
      quotedCents={quote.fare.total_cents}
    />
  )
}
