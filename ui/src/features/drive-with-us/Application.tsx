import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import { ApplicationForm } from './ApplicationForm'
import { BeforeApplying } from './BeforeApplying'
import classes from './DriveWithUs.module.css'
import { StepButtons } from './StepButtons'
import { useApplication, useApplicationStep } from './useApplication'
import { isApplicant, type Who } from './who'

/** The third step: the form, or what stands in its place (ONB-22). */
export default function Application({ who }: { who: Who }) {
  return (
    <>
      <header>
        <h1 className={classes.title}>Your application</h1>
        <p className={classes.lead}>
          It takes about ten minutes. Have your license, insurance and registration beside you.
        </p>
      </header>
      {isApplicant(who) ? <Own /> : <BeforeApplying who={who} step={3} />}
    </>
  )
}

type Stored = ApplicationOut | null
type Refetch = () => Promise<{ data: Stored | undefined }>

function Own() {
  const query = useApplication(true)
  return (
    <DataPanel
      query={query}
      failure="Your application could not be loaded"
      skeleton={<Skeleton height={720} radius="lg" />}
    >
      {(application) => <Begun application={application} refetch={query.refetch} />}
    </DataPanel>
  )
}

function Begun({ application, refetch }: { application: Stored; refetch: Refetch }) {
  // The form holds what is typed; it is drawn anew only for what another device has stored.
  const [loaded, setLoaded] = useState<Stored>(null)
  if (application === null) return <Begin />
  if (application.status !== 'draft') {
    return (
      <>
        <p>You have submitted it.</p>
        <div className={classes.actions}>
          <ButtonLink to="/drive-with-us" search={{ step: 7 }} variant="default">
            See What Became of It
          </ButtonLink>
        </div>
        <StepButtons step={3} />
      </>
    )
  }
  return (
    <>
      {application.reason && (
        <Notice kind="news" title="We have a question">
          <p>{application.reason}</p>
          <p>Change your application and submit it again.</p>
        </Notice>
      )}
      <ApplicationForm
        key={`${application.id} ${loaded?.version}`}
        application={application}
        start={loaded?.id === application.id ? loaded : application}
        onLoad={() => void refetch().then(({ data }) => setLoaded(data ?? null))}
      />
    </>
  )
}

function Begin() {
  const begin = useApplicationStep('begin')
  return (
    <div className={classes.send}>
      {begin.isError && <FormErrorBox wait={0}>{sentenceOf(begin.error)}</FormErrorBox>}
      <Button size="lg" loading={begin.isPending} onClick={() => begin.mutate()}>
        Start Application
      </Button>
    </div>
  )
}
