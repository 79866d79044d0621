import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CaseStatus, ScreeningOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { useMarketplaceStatus } from '@/api/status'
import { DecisionDialog } from '@/components/DecisionDialog'
import { Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import { useDispute } from './queries'
import classes from './Screening.module.css'

const DISPUTABLE = new Set<CaseStatus>([
  'in_review',
  'rejection_intended',
  'assessed',
  'notice_sent',
  'waiting',
])
const LONGEST_DISPUTE = 2_000

/** What an applicant can do about a report that speaks against them, and what they have done (ONB-43). */
export function NextSteps({ screening }: { screening: ScreeningOut }) {
  const support = useMarketplaceStatus()?.support_email
  const [isDisputing, setDisputing] = useState(false)
  const dispute = useDispute()
  const canDispute = DISPUTABLE.has(screening.status)
  if (!canDispute && screening.disputes.length === 0 && screening.status !== 'rejected') return null
  return (
    <Part title="Next steps">
      {screening.disputes.map(({ reason, submitted_at, resolution }) => (
        <div key={submitted_at}>
          <p>
            You disputed the report {dayAndTime(submitted_at, Date.now())}: {reason}
          </p>
          {resolution && <p>Our answer: {resolution}</p>}
        </div>
      ))}
      <div className={classes.actions}>
        {canDispute && <Button onClick={() => setDisputing(true)}>Submit Dispute</Button>}
        {support && (
          <Button component="a" variant="default" href={`mailto:${support}`}>
            Contact Support
          </Button>
        )}
      </div>
      {isDisputing && (
        <DecisionDialog
          title="Submit a dispute"
          label="What is wrong in the report, or what should we know?"
          confirm="Submit Dispute"
          longest={LONGEST_DISPUTE}
          isPending={dispute.isPending}
          error={dispute.isError ? sentenceOf(dispute.error) : null}
          onSend={(reason) =>
            dispute.mutate(reason, {
              onSuccess: () => {
                setDisputing(false)
                toast.success('Your dispute was submitted.', { id: 'dispute' })
              },
            })
          }
          onClose={() => {
            dispute.reset()
            setDisputing(false)
          }}
        >
          <p>Nothing is decided until you have our answer.</p>
        </DecisionDialog>
      )}
    </Part>
  )
}
