import { Button, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { getClaimOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ClaimDetailsOut, ClaimParty, ClaimPersonOut } from '@/api/generated/types.gen'
import { CASE_REFETCH_MS } from '@/api/refetchIntervals'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { Fact, Facts, Part } from '@/components/Part'
import { StatusBadge } from '@/components/StatusBadge'
import { dateAndTime } from '@/components/time'
import { OrderLink, PaymentLink, PersonLink } from '@/shared/admin/AdminLinks'
import { ClaimPhotos } from '@/shared/claims/ClaimPhotos'
import { isUndecided, KINDS, STATES } from '@/shared/claims/labels'
import { OrderItems } from '@/shared/orders/OrderItems'
import classes from './ClaimFile.module.css'
import { Decision } from './Decision'
import { Conversation, Log, ProofOfDelivery, Whereabouts } from './Evidence'
import { OtherReports } from './OtherReports'
import { Statement } from './Statement'
import { CLAIM_STATE_NAMES } from './search'

/** One report with everything beside its decision. */
export function ClaimFile({ claimId, onClose }: { claimId: string; onClose: () => void }) {
  const query = useQuery({
    ...getClaimOptions({ path: { claim_id: claimId } }),
    refetchInterval: ({ state }) =>
      state.data && isUndecided(state.data.shown.claim.state) && CASE_REFETCH_MS,
  })
  return (
    <div className={classes.file}>
      <Button
        variant="subtle"
        color="gray"
        className={classes.back}
        leftSection={<IconArrowLeft size={18} />}
        onClick={onClose}
      >
        All reports
      </Button>
      <DataPanel
        query={query}
        failure="The report could not be loaded"
        skeleton={<Skeleton height={640} radius="lg" />}
      >
        {(details) => <Opened details={details} />}
      </DataPanel>
    </div>
  )
}

function Opened({ details }: { details: ClaimDetailsOut }) {
  const { claim, photos, statements } = details.shown
  const decision = useRef<HTMLDivElement>(null)
  const photosOf = (party: ClaimParty) => photos.filter((photo) => photo.party === party)
  const isSaid = (...parties: ClaimParty[]) =>
    statements.some((each) => parties.includes(each.party))
  const saidBy = (...parties: ClaimParty[]) =>
    statements
      .filter((each) => parties.includes(each.party))
      .map((each) => (
        <Statement key={each.id} party={each.party} at={each.created_at}>
          {each.text}
        </Statement>
      ))
  return (
    <>
      <header className={classes.head}>
        <h2>
          <OrderLink id={claim.order_id} number={details.order_number} /> · {KINDS[claim.kind]}
        </h2>
        <StatusBadge status={STATES[claim.state].status} label={CLAIM_STATE_NAMES[claim.state]} />
      </header>
      {isUndecided(claim.state) && (
        <div className={classes.jump}>
          <Button
            variant="default"
            rightSection={<IconArrowDown size={18} aria-hidden="true" />}
            onClick={() => decision.current?.focus()}
          >
            To the decision
          </Button>
        </div>
      )}
      <div className={classes.columns}>
        <div className={classes.report}>
          <Part title="The report">
            <Statement party="customer" at={claim.created_at}>
              {claim.account}
            </Statement>
            {claim.item && <Fact term="Item">{claim.item}</Fact>}
            <ClaimPhotos photos={photosOf('customer')} />
            {saidBy('customer', 'admin')}
          </Part>
          {(isSaid('driver', 'admin_to_driver') || photosOf('driver').length > 0) && (
            <Part title="The driver’s side">
              {saidBy('driver', 'admin_to_driver')}
              <ClaimPhotos photos={photosOf('driver')} />
            </Part>
          )}
          <Part title="The driver’s other reported problems">
            <OtherReports details={details} />
          </Part>
          <Part title="What was moved">
            <OrderItems order={details.load} photosOf={claim.order_id} />
          </Part>
        </div>
        <div className={classes.evidence}>
          <Part title="Proof of delivery">
            <ProofOfDelivery proof={details.proof} dropoff={details.dropoff} />
          </Part>
          <Part title="Where the driver was">
            <Whereabouts details={details} />
          </Part>
          <Part title="Conversation">
            <Conversation messages={details.messages} />
          </Part>
          <Part title="Order log">
            <Log details={details} />
          </Part>
        </div>
        <div ref={decision} className={classes.decision} tabIndex={-1}>
          <Decision details={details} />
          <Part title="Order and money">
            <Money details={details} />
          </Part>
        </div>
      </div>
    </>
  )
}

function Money({ details }: { details: ClaimDetailsOut }) {
  const { payment, shown } = details
  const { claim } = shown
  return (
    <Facts>
      <Fact term="Order">
        <OrderLink id={claim.order_id} number={details.order_number} />
      </Fact>
      <Fact term="From">{details.pickup.address}</Fact>
      <Fact term="To">{details.dropoff.address}</Fact>
      <Fact term="Customer">
        <Person person={details.customer} />
      </Fact>
      <Fact term="Driver">
        <Person person={details.driver} />
      </Fact>
      {payment ? (
        <>
          <Fact term="Paid">
            <PaymentLink id={payment.id}>{formatCents(payment.amount_cents)}</PaymentLink>
          </Fact>
          {payment.refunds.map((refund) => (
            <Fact key={refund.id} term={`Refund, ${dateAndTime(refund.created_at)}`}>
              {formatCents(refund.amount_cents)}
            </Fact>
          ))}
        </>
      ) : (
        <Fact term="Paid">Nothing by card</Fact>
      )}
      <Fact term="Report">
        <code>{claim.id}</code>
      </Fact>
      {isUndecided(claim.state) && <Fact term="Decide by">{dateAndTime(claim.decision_due)}</Fact>}
    </Facts>
  )
}

function Person({ person }: { person: ClaimPersonOut }) {
  return (
    <>
      <PersonLink id={person.id}>{person.name || 'Erased'}</PersonLink>
      {person.email && (
        <>
          {' · '}
          <a href={`mailto:${person.email}`}>{person.email}</a>
        </>
      )}
    </>
  )
}
