import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { ButtonLink } from '@/components/RouterLink'
import { toast } from '@/components/toast'
import classes from './DriveWithUs.module.css'
import { useApplicationStep } from './useApplication'

const STANDS = {
  draft: 'Not submitted yet',
  submitted: 'Waiting for review',
  under_review: 'Under review',
  approved: 'Approved',
  rejected: 'Not accepted',
} as const satisfies Record<ApplicationOut['status'], string>

/** How far the application is, and the one next thing to do (ONB-09). */
export function ProgressCard({ application }: { application: ApplicationOut }) {
  const percent = application.progress.application
  const isDraft = application.status === 'draft'
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <h2 id="progress" className={classes.heading}>
        Your application
      </h2>
      <p>
        {STANDS[application.status]} · {percent}%
      </p>
      <progress className={classes.bar} value={percent} max={100} aria-label="Application" />
      <div className={classes.actions}>
        <ButtonLink to="/drive-with-us" search={{ step: isDraft ? 3 : 7 }}>
          {isDraft ? 'Continue Application' : 'See What Became of It'}
        </ButtonLink>
        {isDraft && <Restart />}
      </div>
    </section>
  )
}

/** What was typed goes for good, so that is asked first (ONB-04). */
function Restart() {
  const [isAsked, setAsked] = useState(false)
  const restart = useApplicationStep('restart', () => {
    setAsked(false)
    toast.success('Application Restarted', { id: 'application' })
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Restart Application
      </Button>
      {isAsked && (
        <Dialog title="Restart the application?" onClose={() => setAsked(false)}>
          <p>Everything that you typed is removed, and a fresh application begins.</p>
          {restart.isError && <FormErrorBox wait={0}>{sentenceOf(restart.error)}</FormErrorBox>}
          <div className={classes.actions}>
            <Button color="red.9" loading={restart.isPending} onClick={() => restart.mutate()}>
              Restart Application
            </Button>
            <Button variant="default" onClick={() => setAsked(false)}>
              Back
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
