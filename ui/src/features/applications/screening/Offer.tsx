import { Fact } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { CASE_STATUSES } from './labels'
import { useScreening } from './queries'
import { Steps } from './Steps'

/** The conditional offer leads what can be decided while nothing else brings the applicant further. */
export function Offer({ applicationId }: { applicationId: string }) {
  const { data } = useScreening(applicationId)
  if (!data?.steps.includes('make_offer')) return null
  return <Steps applicationId={applicationId} reviewed={data} steps={['make_offer']} />
}

/** How the background check stands, beside the decision that waits for it. */
export function CheckStatus({ applicationId }: { applicationId: string }) {
  const status = useScreening(applicationId).data?.screening?.status
  return status ? CASE_STATUSES[status] : '–'
}

/** That the offer was made, and whether the applicant has read it, for as long as the application is kept. */
export function OfferMade({ applicationId }: { applicationId: string }) {
  const letters = useScreening(applicationId).data?.screening?.letters ?? []
  const offer = letters.find(({ kind }) => kind === 'conditional_offer')
  if (!offer) return null
  const now = Date.now()
  return (
    <Fact term="Conditional offer">
      Made {dayAndTime(offer.made_at, now)}
      {offer.opened_at
        ? `, opened by the applicant ${dayAndTime(offer.opened_at, now)}`
        : offer.mailed_at
          ? ', mailed to the applicant'
          : ', being mailed to the applicant'}
    </Fact>
  )
}
