import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { ButtonLink } from '@/components/RouterLink'
import { BeforeApplying } from './BeforeApplying'
import classes from './DriveWithUs.module.css'
import { type LaterStep, STEPS } from './steps'
import { useApplication } from './useApplication'
import { isApplicant, type Who } from './who'

/** A step that belongs to an application: what stands in its place until there is one. */
export function ApplicantsPanel(props: {
  step: LaterStep
  who: Who
  show: ComponentType<{ application: ApplicationOut }>
}) {
  const { step, who, show: Show } = props
  const query = useApplication(isApplicant(who))
  if (!isApplicant(who)) {
    return (
      <>
        <h1 className={classes.title}>{STEPS[step].name}</h1>
        <BeforeApplying who={who} step={step} />
      </>
    )
  }
  return (
    <DataPanel
      query={query}
      failure="Your application could not be loaded"
      skeleton={<Skeleton height={480} radius="lg" />}
    >
      {(application) =>
        application ? (
          <Show application={application} />
        ) : (
          <div className={classes.outcome}>
            <h1 className={classes.title}>{STEPS[step].name}</h1>
            <p>Begin your application first: this is a part of it.</p>
            <ButtonLink to="/drive-with-us" search={{ step: 3 }} size="lg">
              Start Application
            </ButtonLink>
          </div>
        )
      }
    </DataPanel>
  )
}
