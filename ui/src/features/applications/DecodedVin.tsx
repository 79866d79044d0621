import { useQuery } from '@tanstack/react-query'
import { checkApplicantsVinOptions } from '@/api/generated/@tanstack/react-query.gen'
import { Fact } from '@/components/Part'
import classes from './Applications.module.css'

/** What the VIN says of the vehicle beside what was typed; nothing where nobody knows. */
export function DecodedVin({ applicationId }: { applicationId: string }) {
  const { data } = useQuery({
    ...checkApplicantsVinOptions({ path: { application_id: applicationId } }),
    staleTime: Number.POSITIVE_INFINITY,
    // It helps, and nothing waits for it.
    retry: false,
  })
  if (!data?.decoded) return null
  const { decoded, differing, is_simulated } = data
  return (
    <Fact term="The VIN says">
      {[decoded.year, decoded.make, decoded.model].filter(Boolean).join(' ')}
      {is_simulated && ' (simulated)'}
      {differing.length > 0 && (
        <span className={classes.differs}>
          {' '}
          The applicant wrote another {differing.join(', ')}.
        </span>
      )}
    </Fact>
  )
}
