import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type {
  ReviewedScreeningOut,
  ScreeningOut,
  ScreeningPackage,
} from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { formatCents } from '@/components/Money'
import { Fact, Facts, Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { LETTERS } from '@/shared/screening/letters'
import { PACKAGE_NAMES } from './labels'
import { useRefresh, useReviewedLetter, useScreeningStep } from './queries'
import classes from './Screening.module.css'

type Props = { applicationId: string; reviewed: ReviewedScreeningOut; screening: ScreeningOut }

/** The provider's side of a check: shown or hidden at a press (ONB-43, ONB-44). */
export function ProviderPanel(props: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Part title="Provider">
      <Button
        variant="default"
        className={classes.toggle}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide Provider' : 'Show Provider'}
      </Button>
      {isShown && <Shown {...props} />}
    </Part>
  )
}

function Shown({ applicationId, reviewed, screening }: Props) {
  const refresh = useRefresh(applicationId)
  const letter = useReviewedLetter(applicationId)
  const failure = refresh.error ?? letter.error
  const now = Date.now()
  const files = [
    ...screening.letters.map(({ id, kind }) => ({ id, name: LETTERS[kind] as string })),
    ...(screening.has_certificate ? [{ id: 'certificate', name: LETTERS.certificate }] : []),
  ]
  return (
    <>
      <Facts>
        <Fact term="Agency">
          {reviewed.agency.name}
          {reviewed.agency.simulated ? ' (no agency is asked)' : ''}
        </Fact>
        <Fact term="Package">{PACKAGE_NAMES[screening.package]}</Fact>
        {reviewed.candidate_id && <Fact term="Candidate">{reviewed.candidate_id}</Fact>}
        {reviewed.report_id && <Fact term="Report">{reviewed.report_id}</Fact>}
        {reviewed.ordered_at && <Fact term="Ordered">{dayAndTime(reviewed.ordered_at, now)}</Fact>}
        {screening.completed_at && (
          <Fact term="Completed">{dayAndTime(screening.completed_at, now)}</Fact>
        )}
      </Facts>
      {failure && <FormErrorBox wait={0}>{sentenceOf(failure)}</FormErrorBox>}
      <div className={classes.actions}>
        {reviewed.candidate_id && (
          <Button
            variant="default"
            loading={refresh.isPending}
            onClick={() => refresh.mutate(undefined as never)}
          >
            Refresh Status
          </Button>
        )}
        {files.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            loading={letter.isPending && letter.variables.id === id}
            onClick={() => letter.mutate({ id, name })}
          >
            Download {name}
          </Button>
        ))}
      </div>
      {reviewed.steps.includes('order') && (
        <StartCheck applicationId={applicationId} reviewed={reviewed} screening={screening} />
      )}
    </>
  )
}

function StartCheck({ applicationId, reviewed, screening }: Props) {
  const id = useId()
  const step = useScreeningStep(applicationId)
  const [chosen, setChosen] = useState<ScreeningPackage>(screening.package)
  const terms = reviewed.package_terms.find((each) => each.package === chosen)
  return (
    <div className={classes.form}>
      <label htmlFor={id}>Package</label>
      <select
        id={id}
        className={classes.select}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value as ScreeningPackage)}
      >
        {reviewed.package_terms.map((each) => (
          <option key={each.package} value={each.package}>
            {PACKAGE_NAMES[each.package]}, {formatCents(each.price_cents)}, {each.least_days}-
            {each.most_days} business days
          </option>
        ))}
      </select>
      {terms && <p>{terms.searches.join(', ')}</p>}
      {step.isError && <FormErrorBox wait={0}>{sentenceOf(step.error)}</FormErrorBox>}
      <Button
        className={classes.toggle}
        loading={step.isPending}
        onClick={() => step.mutate({ step: 'order', package: chosen, version: reviewed.version })}
      >
        Start Check
      </Button>
    </div>
  )
}
