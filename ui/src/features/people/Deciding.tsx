import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  endSessionsOfAccount,
  reactivateDriver,
  reinstateAccount,
  requestDriverApproval,
  revokeDriver,
  suspendAccount,
  suspendDriver,
} from '@/api/generated/sdk.gen'
import type { PersonOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { toast } from '@/components/toast'

export type Doing =
  | 'end'
  | 'suspend'
  | 'reinstate'
  | 'approve'
  | 'suspendDriver'
  | 'reactivate'
  | 'revoke'

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
    title: 'Ask to approve this driver?',
    follows:
      'Only for somebody who never applied. Nothing of them was checked here, so that two people approve: you say why, and another administrator confirms it.',
    confirm: 'Ask for an Approval',
    done: 'Another administrator can confirm it now.',
  },
  suspendDriver: {
    title: 'Suspend this driver?',
    follows:
      'They go offline at once and get no orders until you reactivate them. They can sign in. An order that they have in hand stays theirs until you give it to somebody else.',
    confirm: 'Suspend Driver',
    done: 'The driver was suspended.',
  },
  reactivate: {
    title: 'Reactivate this driver?',
    follows: 'They can go online again.',
    confirm: 'Reactivate Driver',
    done: 'The driver was reactivated.',
  },
  revoke: {
    title: 'Withdraw this driver’s approval?',
    follows:
      'They go offline at once and get no orders any more; to drive again they apply again. An order that they have in hand stays theirs until you give it to somebody else. Do not do this because of a background report: the law asks for notices and a waiting period first.',
    confirm: 'Withdraw Approval',
    done: 'The approval was withdrawn.',
  },
} as const satisfies Record<Doing, object>

const ON_ACCOUNT = {
  end: endSessionsOfAccount,
  suspend: suspendAccount,
  reinstate: reinstateAccount,
} as const

const ON_DRIVER = {
  approve: requestDriverApproval,
  suspendDriver,
  reactivate: reactivateDriver,
  revoke: revokeDriver,
} as const

/** What is done about somebody's account, with the reason for it. */
export function Deciding(props: { doing: Doing; person: PersonOut; onClose: () => void }) {
  const { doing, person } = props
  const { title, follows, confirm, done } = WORDS[doing]
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: async (reason: string) => {
      if (isOnDriver(doing)) {
        const path = { driver_id: person.driver?.id ?? '' }
        await ON_DRIVER[doing]({ path, body: { reason }, throwOnError: true })
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
          ? 'Why? The other administrator reads it, and it is kept with the approval.'
          : `Why? ${person.account.email} reads this in a mail.`
      }
      confirm={confirm}
      isDangerous={DANGEROUS.has(doing)}
      isPending={decide.isPending}
      error={decide.isError ? sentenceOf(decide.error) : null}
      onSend={(reason) => decide.mutate(reason)}
      onClose={props.onClose}
    >
      <p>{follows}</p>
    </DecisionDialog>
  )
}

const DANGEROUS: ReadonlySet<Doing> = new Set(['end', 'suspend', 'suspendDriver', 'revoke'])

function isOnDriver(doing: Doing): doing is keyof typeof ON_DRIVER {
  return Object.hasOwn(ON_DRIVER, doing)
}
