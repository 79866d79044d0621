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
