import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  approveDriver,
  endSessionsOfAccount,
  reinstateAccount,
  suspendAccount,
} from '@/api/generated/sdk.gen'
import type { PersonOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { toast } from '@/components/toast'

export type Doing = 'end' | 'suspend' | 'reinstate' | 'approve'

const WORDS = {
  end: {
    title: 'Sign this account out everywhere?',
    follows: 'All of its devices have to sign in again.',
    confirm: 'Sign Out Everywhere',
    done: 'The account was signed out everywhere.',
  },
  suspend: {
    title: 'Suspend this account?',
    follows:
      'Nobody can sign in to it, and its devices are signed out at once. A driver goes offline and gets no offers; an order that they have in hand stays theirs until you give it to somebody else.',
    confirm: 'Suspend Account',
    done: 'The account was suspended.',
  },
  reinstate: {
    title: 'Reinstate this account?',
    follows: 'Its owner can sign in again.',
    confirm: 'Reinstate Account',
    done: 'The account was reinstated.',
  },
  approve: {
    title: 'Approve this driver?',
    follows:
      'They can go online and take jobs at once. No documents are checked here: approve only whom you have checked yourself.',
    confirm: 'Approve Driver',
    done: 'The driver was approved.',
  },
} as const satisfies Record<Doing, object>

const ON_ACCOUNT = {
  end: endSessionsOfAccount,
  suspend: suspendAccount,
  reinstate: reinstateAccount,
} as const

/** What is done about somebody's account, with the reason for it. */
export function Deciding(props: { doing: Doing; person: PersonOut; onClose: () => void }) {
  const { doing, person } = props
  const { title, follows, confirm, done } = WORDS[doing]
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: async (reason: string) => {
      if (doing === 'approve') {
        const path = { driver_id: person.driver?.id ?? '' }
        await approveDriver({ path, body: { reason }, throwOnError: true })
        return
      }
      const path = { user_id: person.account.user_id }
      await ON_ACCOUNT[doing]({ path, body: { reason }, throwOnError: true })
    },
    onSuccess: () => {
      toast.success(done, { id: 'account' })
      props.onClose()
    },
    onSettled: () => void queries.invalidateQueries(),
  })
  return (
    <DecisionDialog
      title={title}
      label={
        doing === 'approve'
          ? 'Why? It is kept with the approval.'
          : `Why? ${person.account.email} reads this in a mail.`
      }
      confirm={confirm}
      isDangerous={doing === 'end' || doing === 'suspend'}
      isPending={decide.isPending}
      error={decide.isError ? sentenceOf(decide.error) : null}
      onSend={(reason) => decide.mutate(reason)}
      onClose={props.onClose}
    >
      <p>{follows}</p>
    </DecisionDialog>
  )
}
