import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '@/api/problem'
import { useMarketplaceStatus } from '@/api/status'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import classes from './DriveWithUs.module.css'
import { useApplicationStep } from './useApplication'

/** To try the marketplace out without applying; nothing of it is there outside the demonstration (ONB-05). */
export function InstantApproval() {
  const mode = useMarketplaceStatus()?.mode
  const navigate = useNavigate()
  const approve = useApplicationStep('approveAtOnce', () => {
    void navigate({ to: '/drive-with-us', search: { step: 7 } })
  })
  if (mode !== 'demo') return null
  return (
    <Notice kind="news" title="Test mode">
      <p>This is a demonstration: you can be approved at once, without any check.</p>
      {approve.isError && <FormErrorBox wait={0}>{sentenceOf(approve.error)}</FormErrorBox>}
      <div className={classes.actions}>
        <Button variant="default" loading={approve.isPending} onClick={() => approve.mutate()}>
          Instant Approval
        </Button>
      </div>
    </Notice>
  )
}
