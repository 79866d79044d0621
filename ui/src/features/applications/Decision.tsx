import { Button } from '@mantine/core'
import type { ReviewedApplicationOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { useSession } from '@/auth/session'
import { DecisionDialog } from '@/components/DecisionDialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import { Fact, Facts, Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { calendarDay } from '@/shared/drivers/credentialWords'
import classes from './Applications.module.css'
import { DECISIONS } from './decisions'
import { refusalOf } from './meanwhile'
import { OverrideRequest } from './OverrideRequest'
import { Shortcuts } from './Shortcuts'
import { CheckStatus, Offer, OfferMade } from './screening/Offer'
import { useDeciding } from './useDeciding'

type Props = {
  application: ReviewedApplicationOut
  onClose: () => void
  onNext: (applicationId: string) => void
}

/** What can be decided, or what was. */
export function Decision(props: Props) {
  const { status, submitted_at, reviewed_at, reviewed_by, reviewed_by_name, reason } =
    props.application
  const isOpen = status === 'submitted' || status === 'under_review'
  return (
    <Part title="Decision">
      <Facts>
        {submitted_at && <Fact term="Submitted">{dayAndTime(submitted_at, Date.now())}</Fact>}
        {reviewed_at && <Fact term="Decided">{dayAndTime(reviewed_at, Date.now())}</Fact>}
        {reviewed_by && <Fact term="By">{reviewed_by_name ?? reviewed_by}</Fact>}
        {reason && <Fact term="Reason">{reason}</Fact>}
        {isOpen && (
          <Fact term="Background check">
            <CheckStatus applicationId={props.application.id} />
          </Fact>
        )}
        <OfferMade applicationId={props.application.id} />
      </Facts>
      <Deciding {...props} isOpen={isOpen} />
    </Part>
  )
}

function Deciding({ application, onClose, onNext, isOpen }: Props & { isOpen: boolean }) {
  const { user } = useSession()
  const deciding = useDeciding(application, { onClose, onNext })
  const { doing, setDoing, decide, begin, next } = deciding
  const { lacking, override, reviewer, status, approvable_on } = application
  const isOldEnough = approvable_on === null
  const isReady = isOldEnough && lacking.length === 0
  const canBeAsked = isOldEnough && !isReady && !override
  const words = doing && DECISIONS[doing]
  const isMine = status === 'under_review' && reviewer === user?.id
  return (
    <>
      {isOpen && approvable_on && (
        <Notice kind="news" title={`Too young until ${calendarDay(approvable_on)}`}>
          <p>Nobody can approve this applicant before that day, not even two people together.</p>
        </Notice>
      )}
      {isOpen && lacking.length > 0 && (
        <div className={classes.lacking}>
          <p className={classes.note}>
            Still needed before one administrator can approve alone: {lacking.join('; ')}.
          </p>
          {canBeAsked && (
            <Button variant="subtle" onClick={() => setDoing('override')}>
              Ask for an Override
            </Button>
          )}
        </div>
      )}
      {isOpen && override && <OverrideRequest application={application} override={override} />}
      {(begin.error ?? next.error) && (
        <FormErrorBox wait={0}>{sentenceOf(begin.error ?? next.error)}</FormErrorBox>
      )}
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset takes no row of a grid
        <div className={classes.actions} role="group" aria-label="Decide">
          <Offer applicationId={application.id} />
          {isReady && <Button onClick={() => setDoing('approve')}>Approve Applicant</Button>}
          <Button variant="default" onClick={() => setDoing('ask')}>
            Ask Again
          </Button>
          <Button variant="default" onClick={() => setDoing('reject')}>
            Reject Application
          </Button>
        </div>
      )}
      <div className={classes.apart}>
        {isOpen && !isMine && (
          <Button variant="subtle" loading={begin.isPending} onClick={() => begin.mutate()}>
            {status === 'submitted' ? 'Start Review' : 'Take Over Review'}
          </Button>
        )}
        <Button variant="subtle" loading={next.isPending} onClick={() => next.mutate()}>
          Next Application
        </Button>
      </div>
      <Shortcuts
        keys={{
          a:
            isOpen && (isReady || canBeAsked)
              ? () => setDoing(isReady ? 'approve' : 'override')
              : null,
          q: isOpen ? () => setDoing('ask') : null,
          r: isOpen ? () => setDoing('reject') : null,
          n: () => next.mutate(),
        }}
      />
      {words && (
        <DecisionDialog
          title={words.title}
          label={words.label}
          confirm={words.confirm}
          isDangerous={doing === 'reject'}
          isPending={decide.isPending}
          error={decide.isError ? refusalOf(decide.error, application) : null}
          onSend={(reason) => decide.mutate(reason)}
          onClose={() => {
            decide.reset()
            setDoing(null)
          }}
        >
          <p>{words.follows}</p>
          {doing === 'override' && application.needs_administrator && <OnlyOne />}
        </DecisionDialog>
      )}
    </>
  )
}

/** Nobody else could confirm it in the browser. */
function OnlyOne() {
  return (
    <p>
      You are the only administrator. Make a second one on the server with{' '}
      <code>haulage admin grant</code>, or have whoever runs the server confirm with{' '}
      <code>haulage onboarding override-confirm</code>.
    </p>
  )
}
