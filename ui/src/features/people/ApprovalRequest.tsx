import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmDriverApproval, withdrawDriverApproval } from '@/api/generated/sdk.gen'
import type { PersonOut, PersonOverrideOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { useSession } from '@/auth/session'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './People.module.css'

/** An administrator asks to approve a driver who never applied; a second one confirms it, or turns it down. */
export function ApprovalRequest(props: { person: PersonOut; override: PersonOverrideOut }) {
  const { requested_at, reason, may_confirm } = props.override
  const path = { driver_id: props.person.driver?.id ?? '' }
  const isOwn = useSession().user?.id === props.person.account.user_id
  const queries = useQueryClient()
  const onSettled = () => void queries.invalidateQueries()
  const confirm = useMutation({
    mutationFn: () => confirmDriverApproval({ path, throwOnError: true }),
    onSuccess: () => toast.success('The driver was approved.', { id: 'account' }),
    onSettled,
  })
  const withdraw = useMutation({
    mutationFn: () => withdrawDriverApproval({ path, throwOnError: true }),
    onSettled,
  })
  const error = confirm.error ?? withdraw.error
  return (
    <Notice kind="news" title="An approval was asked for">
      <p>
        {dayAndTime(requested_at, Date.now())}: {reason}
      </p>
      {!may_confirm && (
        <p>
          Another administrator has to confirm {isOwn ? 'it' : 'what you asked for'}. Where there is
          none, make one with <code>haulage admin grant</code>.
        </p>
      )}
      {error && <FormErrorBox wait={0}>{sentenceOf(error)}</FormErrorBox>}
      <div className={classes.actions}>
        {may_confirm && (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm and Approve
          </Button>
        )}
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {may_confirm || isOwn ? 'Turn Down' : 'Withdraw'}
        </Button>
      </div>
    </Notice>
  )
}
