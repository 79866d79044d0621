import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getApplicationTrainingOptions,
  getApplicationTrainingQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { resetTraining } from '@/api/generated/sdk.gen'
import type { TrainingModuleOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { DecisionDialog } from '@/components/DecisionDialog'
import { Fact, Facts, Part } from '@/components/Part'
import { toast } from '@/components/toast'

/** How far the applicant is with the training; new attempts where those of the quiz are used (OP-81). */
export function TrainingSection({ applicationId }: { applicationId: string }) {
  const path = { application_id: applicationId }
  const query = useQuery(getApplicationTrainingOptions({ path }))
  const [resetting, setResetting] = useState<TrainingModuleOut | null>(null)
  return (
    <Part title="Training">
      <DataPanel
        query={query}
        failure="The training could not be loaded"
        skeleton={<Skeleton height={160} radius="lg" />}
      >
        {(training) => (
          <>
            <Facts>
              {training.modules.map((module) => (
                <Fact key={module.id} term={module.title}>
                  {moduleStatus(module)}
                </Fact>
              ))}
            </Facts>
            {training.modules.filter(mayReset).map((module) => (
              <Button key={module.id} variant="default" onClick={() => setResetting(module)}>
                Give New Attempts
              </Button>
            ))}
          </>
        )}
      </DataPanel>
      {resetting && (
        <Reset
          applicationId={applicationId}
          module={resetting}
          onClose={() => setResetting(null)}
        />
      )}
    </Part>
  )
}

function Reset(props: { applicationId: string; module: TrainingModuleOut; onClose: () => void }) {
  const { applicationId, module, onClose } = props
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (reason: string) => {
      const path = { application_id: applicationId, module_id: module.id }
      return (await resetTraining({ path, body: { reason }, throwOnError: true })).data
    },
    onSuccess: (training) => {
      const path = { application_id: applicationId }
      queries.setQueryData(getApplicationTrainingQueryKey({ path }), training)
      toast.success('The applicant has new attempts.', { id: `training-${applicationId}` })
      onClose()
    },
  })
  return (
    <DecisionDialog
      title={`Give new attempts at “${module.title}”?`}
      label="Why? It is kept with the training."
      confirm="Give New Attempts"
      isPending={isPending}
      error={error ? sentenceOf(error) : null}
      onSend={(reason) => mutate(reason)}
      onClose={onClose}
    >
      <p>The attempts are counted from the beginning. Completed modules stay completed.</p>
    </DecisionDialog>
  )
}

function mayReset({ progress, attempts_left }: TrainingModuleOut): boolean {
  return attempts_left !== null && (progress?.attempts ?? 0) > 0 && progress?.status !== 'completed'
}

function moduleStatus({ progress, attempts_left }: TrainingModuleOut): string {
  if (!progress) return 'Not started'
  const score = progress.score === null ? '' : `, ${progress.score}%`
  if (progress.status === 'completed') return `Completed${score}`
  const left = attempts_left === null ? '' : `, attempts left: ${attempts_left}`
  return `${progress.status === 'failed' ? 'Failed' : 'In progress'}${score}${left}`
}
