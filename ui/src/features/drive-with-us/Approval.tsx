import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { renewedToken } from '@/auth/sessionStore'
import { DataPanel } from '@/components/DataPanel'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { ButtonLink } from '@/components/RouterLink'
import { dayAndTime } from '@/components/time'
import { BeforeApplying } from './BeforeApplying'
import classes from './DriveWithUs.module.css'
import { useApplication, useApplicationStep } from './useApplication'
import { isApplicant, type Who } from './who'

/** What became of the application (ONB-08). */
export default function Approval({ who }: { who: Who }) {
  const query = useApplication(isApplicant(who))
  if (!isApplicant(who)) {
    return (
      <>
        <h1 className={classes.title}>Your application</h1>
        <BeforeApplying who={who} step={3} />
      </>
    )
  }
  return (
    <DataPanel
      query={query}
      failure="Your application could not be loaded"
      skeleton={<Skeleton height={320} radius="lg" />}
    >
      {(application) => <Outcome application={application} who={who} />}
    </DataPanel>
  )
}

function Outcome({ application, who }: { application: ApplicationOut | null; who: Who }) {
  switch (application?.status) {
    case 'approved':
      return <Welcome who={who} />
    case 'submitted':
    case 'under_review':
      return <UnderReview application={application} />
    case 'rejected':
      return <Rejected application={application} />
    default:
      return (
        <Words title="Your application is not submitted yet">
          <p>Fill it in and submit it first. What you type is saved as you go.</p>
          <ButtonLink to="/drive-with-us" search={{ step: 3 }} size="lg">
            {application ? 'Continue Application' : 'Start Application'}
          </ButtonLink>
        </Words>
      )
  }
}

/** The session says customer until it is renewed, and the dashboard is for drivers. */
function Welcome({ who }: { who: Who }) {
  useEffect(() => {
    if (who === 'customer') void renewedToken().catch(() => undefined)
  }, [who])
  return (
    <Words title="Welcome to haulage">
      <p>You are approved to drive. What comes next:</p>
      <ol className={classes.list}>
        <li>Look at your vehicle, your hours and your rates in your driver profile</li>
        <li>Go online when you want to work</li>
        <li>Accept the first job that suits you</li>
      </ol>
      <ButtonLink to="/driver-dashboard" size="lg">
        Go to Driver Dashboard
      </ButtonLink>
    </Words>
  )
}

function UnderReview({ application }: { application: ApplicationOut }) {
  return (
    <Words title="Application Under Review">
      <p>
        Our team will contact you within 24-48 hours. You also get an e-mail once it is decided.
      </p>
      {application.submitted_at && (
        <p className={classes.note}>
          Submitted {dayAndTime(application.submitted_at, Date.now())}.
        </p>
      )}
    </Words>
  )
}

function Rejected({ application }: { application: ApplicationOut }) {
  const again = useApplicationStep('begin')
  return (
    <Words title="Your application was not accepted">
      <p>Our reason: {application.reason}</p>
      <p>If you do not agree, answer the e-mail that we sent you. You may also apply again.</p>
      {again.isError && <FormErrorBox wait={0}>{sentenceOf(again.error)}</FormErrorBox>}
      <Button size="lg" loading={again.isPending} onClick={() => again.mutate()}>
        Apply Again
      </Button>
    </Words>
  )
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.outcome}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </div>
  )
}
