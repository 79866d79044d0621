import './mantine'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { OrderOut } from '@/api/generated/types.gen'
import type { SessionUser } from '@/api/storedSession'
import { toast } from '@/components/toast'
import { renew } from './booking'
import { DetailsStep } from './details/DetailsStep'
import { WhatIf } from './details/WhatIf'
import { WhatIfToCome } from './details/WhatIfToCome'
import { readDraft, useDraft } from './draft/useDraft'
import { DriverStep } from './drivers/DriverStep'
import { ActionBar } from './frame/ActionBar'
import { Notice } from './frame/Notice'
import { ExpiredNotice, NoPriceNotice, OfflineNotice, RenewedNotice } from './frame/PriceNotices'
import { Progress } from './frame/Progress'
import { priceInSight } from './frame/price'
import { StepHeading } from './frame/StepHeading'
import { useExpired } from './frame/useExpired'
import { LocationsStep } from './locations/LocationsStep'
import { PaymentStep } from './payment/PaymentStep'
import { useQuote } from './quoting'
import type { BookingSearch } from './search'
import { ServiceStep } from './service/ServiceStep'
import { useServices } from './service/services'
import { furthestStep, isComplete, openedStep, type Step } from './steps'
import { tripOf } from './trip'
import { useHomeWishes } from './useHomeWishes'
import classes from './Wizard.module.css'

const LEAD: Partial<Record<Step, string>> = {
  3: 'Say what it is, and see what it costs.',
  4: 'Choosing one makes their price yours.',
}

/** The five steps of a booking, each at an address of its own (BKG-02). */
export function Wizard({ user, search }: { user: SessionUser; search: BookingSearch }) {
  const desk = useDraft(user)
  const { draft, change, update, clear } = desk
  const navigate = useNavigate()
  const queries = useQueryClient()
  const store = useMemo(() => ({ read: readDraft, update }), [update])
  const services = useServices().data?.items ?? []
  const step = useOpenedStep(search.step ?? 1, openedStep(search.step ?? 1, draft))
  const moved = useHasMoved(step)
  useHomeWishes(search, desk)
  const { query, waiting } = useQuote(desk, step > 1)
  const expired = useExpired(draft.booked ? null : (draft.priced?.expiresAt ?? null))
  const renewal = useMutation({ mutationFn: () => renew(store) })

  const price = priceInSight(draft, {
    services,
    earlier: query.fetchStatus === 'paused' ? undefined : query.data,
    waiting,
    failed: query.isError || query.fetchStatus === 'paused',
  })
  const go = (to: number) => void navigate({ to: '/book-service', search: { step: to as Step } })
  const shownCents = price.kind === 'exact' ? price.cents : 0
  const replaced = draft.priced?.replacedCents ?? null

  const onPaid = async (order: OrderOut) => {
    await navigate({ to: '/track/$orderId', params: { orderId: order.id } })
    clear()
    void queries.invalidateQueries()
    if (order.driver_id) toast.success('Payment complete. Your booking is confirmed.')
    else {
      toast.info(
        'Your driver was taken a moment ago. We are finding another; cancelling is free.',
        {
          duration: 10_000,
        },
      )
    }
  }

  const notices = (
    <>
      {query.isError && !draft.priced && (
        <NoPriceNotice
          error={query.error}
          busy={query.isFetching}
          onTryAgain={() => void query.refetch()}
        />
      )}
      {query.fetchStatus === 'paused' && <OfflineNotice />}
      {expired && (
        <ExpiredNotice
          cents={shownCents}
          renewal={{
            busy: renewal.isPending,
            error: renewal.error,
            start: () => renewal.mutate(),
          }}
        />
      )}
      {!expired && replaced !== null && price.kind === 'exact' && (
        <RenewedNotice before={replaced} now={shownCents} />
      )}
      {step === 4 && draft.lostDriver && (
        <Notice kind="problem" title={`${draft.lostDriver} is no longer available.`}>
          Pick another driver. Everything you entered is kept, and nothing was charged.
        </Notice>
      )}
    </>
  )
  const heading = (
    <StepHeading key={step} step={step} moved={moved}>
      {LEAD[step]}
    </StepHeading>
  )

  const body: Record<Step, () => ReactNode> = {
    1: () => (
      <Column heading={heading} notices={null}>
        <ServiceStep {...desk} />
      </Column>
    ),
    2: () => <LocationsStep desk={desk} heading={heading} notices={notices} />,
    3: () => (
      <Column
        heading={heading}
        notices={notices}
        aside={
          draft.priced ? (
            <WhatIf
              trip={tripOf(draft.priced.quote, draft)}
              conditions={{
                peak: draft.priced.quote.time_of_day === 'peak',
                poor_weather: draft.priced.quote.weather === 'poor',
              }}
              quotedCents={draft.priced.quote.fare.total_cents}
            />
          ) : (
            <WhatIfToCome />
          )
        }
      >
        <DetailsStep {...desk} />
      </Column>
    ),
    4: () => (
      <Column heading={heading} notices={notices}>
        <DriverStep
          draft={draft}
          expired={expired}
          onSelect={(offer) => {
            change({ offer, lostDriver: null })
            go(5)
          }}
        />
      </Column>
    ),
    5: () => (
      <Column heading={heading} notices={notices} wide>
        {draft.offer && (
          <PaymentStep
            draft={draft}
            offer={draft.offer}
            desk={store}
            expired={expired}
            renewal={{
              busy: renewal.isPending,
              start: () => renewal.mutate(),
              quoteId: renewal.data,
            }}
            onPaid={(order) => void onPaid(order)}
          />
        )}
      </Column>
    ),
  }

  return (
    <div className={classes.wizard}>
      <Progress step={step} furthest={furthestStep(draft)} />
      <div className={classes.body}>{body[step]()}</div>
      <ActionBar
        price={price}
        onBack={step > 1 ? () => go(step - 1) : undefined}
        onContinue={step < 5 ? () => go(step + 1) : undefined}
        canContinue={isComplete(step, draft) && (step < 3 || (!query.isError && !expired))}
      />
    </div>
  )
}

function Column(props: {
  heading: ReactNode
  notices: ReactNode
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.column} data-wide={props.wide || props.aside ? true : undefined}>
      {props.heading}
      <div className={classes.notices}>{props.notices}</div>
      {props.aside ? (
        <div className={classes.beside}>
          <div>{props.children}</div>
          <aside>{props.aside}</aside>
        </div>
      ) : (
        <div className={classes.content}>{props.children}</div>
      )}
    </div>
  )
}

/** Corrects an address that skips what is not filled in. */
function useOpenedStep(asked: Step, opened: Step): Step {
  const navigate = useNavigate()
  useEffect(() => {
    if (asked === opened) return
    void navigate({
      to: '/book-service',
      search: (before) => ({ ...before, step: opened }),
      replace: true,
    })
  }, [asked, opened, navigate])
  return opened
}

/** Whether the step has changed since the page was opened. */
function useHasMoved(step: Step): boolean {
  const first = useRef(step)
  const moved = useRef(false)
  if (step !== first.current) moved.current = true
  return moved.current
}
