import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmApprovalOverride, withdrawApprovalOverride } from '@/api/generated/sdk.gen'
import type { OverrideOut, ReviewedApplicationOut } from '@/api/generated/types.gen'
import { useSession } from '@/auth/session'
import { Notice } from '@/components/Notice'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './Applications.module.css'
import { refusalOf } from './meanwhile'

/** Somebody asks to approve without all that is needed; a second person confirms it, or turns it down. */
export function OverrideRequest(props: {
  application: ReviewedApplicationOut
  override: OverrideOut
}) {
  const { application, override } = props
  const { user } = useSession()
  const queries = useQueryClient()
  const path = { application_id: application.id }
  const onSettled = () => void queries.invalidateQueries()
  // What somebody else has decided meanwhile takes this part of the page away, and its words with it.
  const onError = (error: unknown) =>
    toast.error(refusalOf(error, application), { id: 'application' })
  const confirm = useMutation({
    mutationFn: () =>
      confirmApprovalOverride({
        path,
        body: { version: application.version },
        throwOnError: true,
      }),
    onSuccess: () => toast.success('The applicant was approved.', { id: 'application' }),
    onError,
    onSettled,
  })
  const withdraw = useMutation({
    mutationFn: () => withdrawApprovalOverride({ path, throwOnError: true }),
    onError,
    onSettled,
  })
  const isApplicant = application.user_id === user?.id
  const isRequester = !override.may_confirm && !isApplicant
  const who = isRequester ? 'You' : (override.requested_by_name ?? override.requested_by)
  return (
    <Notice kind="news" title={`${who} asked for an override`}>
      <p>
        {dayAndTime(override.requested_at, Date.now())}: {override.reason}
      </p>
      {!override.may_confirm && <p>Another administrator has to confirm it.</p>}
      <div className={classes.actions}>
        {override.may_confirm && (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm and Approve
          </Button>
        )}
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {isRequester ? 'Withdraw' : 'Turn Down'}
        </Button>
      </div>
    </Notice>
  )
}
