import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  approveApplication,
  beginApplicationReview,
  rejectApplication,
} from '@/api/generated/sdk.gen'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Fact, Facts, Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './Applications.module.css'

const WORDS = {
  approve: {
    title: 'Approve this application?',
    follows:
      'They can go online and take jobs at once. No documents or background are checked here: approve only whom you have checked yourself.',
    label: 'Why? It is kept with the approval.',
    confirm: 'Approve Applicant',
    done: 'The applicant was approved.',
  },
  reject: {
    title: 'Reject this application?',
    follows:
      'They may apply again. Do not reject because of a background report here: the law asks for notices and a waiting period first.',
    label: 'Why? The applicant reads this in a mail.',
    confirm: 'Reject Application',
    done: 'The application was rejected.',
  },
} as const

/** What can be decided, or what was. */
export function Decision({ application }: { application: ApplicationOut }) {
  const { status, submitted_at, reviewed_at, reason } = application
  const isOpen = status === 'submitted' || status === 'under_review'
  return (
    <Part title="Decision">
      <Facts>
        {submitted_at && <Fact term="Submitted">{dayAndTime(submitted_at, Date.now())}</Fact>}
        {reviewed_at && <Fact term="Decided">{dayAndTime(reviewed_at, Date.now())}</Fact>}
        {reason && <Fact term="Reason">{reason}</Fact>}
      </Facts>
      {isOpen && <Deciding application={application} />}
    </Part>
  )
}

function Deciding({ application }: { application: ApplicationOut }) {
  const [doing, setDoing] = useState<keyof typeof WORDS | null>(null)
  const queries = useQueryClient()
  const path = { application_id: application.id }
  const refresh = () => void queries.invalidateQueries()
  const begin = useMutation({
    mutationFn: () => beginApplicationReview({ path, throwOnError: true }),
    onSettled: refresh,
  })
  const decide = useMutation({
    mutationFn: (reason: string) => {
      const call = doing === 'reject' ? rejectApplication : approveApplication
      return call({ path, body: { reason }, throwOnError: true })
    },
    onSuccess: () => {
      if (doing) toast.success(WORDS[doing].done, { id: 'application' })
      setDoing(null)
    },
    onSettled: refresh,
  })
  const words = doing && WORDS[doing]
  return (
    <>
      {begin.isError && <FormErrorBox wait={0}>{sentenceOf(begin.error)}</FormErrorBox>}
      <div className={classes.actions}>
        <Button onClick={() => setDoing('approve')}>Approve Applicant</Button>
        <Button variant="default" onClick={() => setDoing('reject')}>
          Reject Application
        </Button>
        {application.status === 'submitted' && (
          <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
            Start Review
          </Button>
        )}
      </div>
      {words && (
        <DecisionDialog
          title={words.title}
          label={words.label}
          confirm={words.confirm}
          isDangerous={doing === 'reject'}
          isPending={decide.isPending}
          error={decide.isError ? sentenceOf(decide.error) : null}
          onSend={(reason) => decide.mutate(reason)}
          onClose={() => {
            decide.reset()
            setDoing(null)
          }}
        >
          <p>{words.follows}</p>
        </DecisionDialog>
      )}
    </>
  )
}
