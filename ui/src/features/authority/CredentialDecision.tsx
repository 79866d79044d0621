import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rejectCredential, verifyCredential } from '@/api/generated/sdk.gen'
import type { CredentialOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { toast } from '@/components/toast'
import classes from './Authority.module.css'

const WORDS = {
  verify: {
    title: 'Verify this credential?',
    follows:
      'Look it up first: a USDOT number at safer.fmcsa.dot.gov, a certificate with the state, insurance with the insurer. The driver is matched by it at once.',
    label: 'Where did you look? It is kept with the credential.',
    confirm: 'Verify Credential',
    done: 'The credential was verified.',
  },
  reject: {
    title: 'Refuse this credential?',
    follows: 'It does not count from now on. The driver may record another.',
    label: 'Why? The driver reads this in a mail.',
    confirm: 'Refuse Credential',
    done: 'The credential was refused.',
  },
} as const

/** What can still be decided of a credential; one that was verified may be revoked. */
export function CredentialDecision({ credential }: { credential: CredentialOut }) {
  const [doing, setDoing] = useState<keyof typeof WORDS | null>(null)
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: (note: string) => {
      const call = doing === 'reject' ? rejectCredential : verifyCredential
      return call({ path: { credential_id: credential.id }, body: { note }, throwOnError: true })
    },
    onSuccess: () => {
      if (doing) toast.success(WORDS[doing].done, { id: 'credential' })
      setDoing(null)
    },
    onSettled: () => void queries.invalidateQueries(),
  })
  const { status } = credential
  if (status !== 'recorded' && status !== 'verified') return null
  const words = doing && WORDS[doing]
  return (
    <div className={classes.actions}>
      {status === 'recorded' && <Button onClick={() => setDoing('verify')}>Verify</Button>}
      <Button variant="default" onClick={() => setDoing('reject')}>
        {status === 'verified' ? 'Revoke' : 'Refuse'}
      </Button>
      {words && (
        <DecisionDialog
          title={words.title}
          label={words.label}
          confirm={words.confirm}
          isDangerous={doing === 'reject'}
          isPending={decide.isPending}
          error={decide.isError ? sentenceOf(decide.error) : null}
          onSend={(note) => decide.mutate(note)}
          onClose={() => {
            decide.reset()
            setDoing(null)
          }}
        >
          <p>{words.follows}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
