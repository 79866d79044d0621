import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { getPersonOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { PersonOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { StatCard } from '@/components/StatCard'
import { dayAndTime } from '@/components/time'
import { DriverPhoto } from '@/shared/drivers/DriverPhoto'
import { Plate } from '@/shared/drivers/Plate'
import { photoOfDriver } from '@/shared/drivers/photoSources'
import { formatRating } from '@/shared/drivers/rating'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import { ApprovalRequest } from './ApprovalRequest'
import { Deciding, type Doing } from './Deciding'
import { JobsOf, OrdersOf, PaymentsOf, ReportsAbout, ReportsOf } from './Lists'
import { PayoutsOf } from './PayoutsOf'
import classes from './People.module.css'
import { PersonStatus } from './PersonStatus'
import { Sessions } from './Sessions'

/** Somebody with everything that an administrator decides by. Looking is in the audit trail. */
export function PersonPage({ personId, onClose }: { personId: string; onClose: () => void }) {
  const query = useQuery(getPersonOptions({ path: { person_id: personId } }))
  return (
    <div className={classes.page}>
      <Button
        variant="subtle"
        color="gray"
        className={classes.back}
        leftSection={<IconArrowLeft size={18} />}
        onClick={onClose}
      >
        All people
      </Button>
      <DataPanel
        query={query}
        failure="This person could not be loaded"
        skeleton={<Skeleton height={640} radius="lg" />}
      >
        {(person) => <Opened person={person} />}
      </DataPanel>
    </div>
  )
}

function Opened({ person }: { person: PersonOut }) {
  const { account, driver, figures } = person
  const now = Date.now()
  return (
    <>
      <header className={classes.head}>
        <div>
          <h2>{account.name || 'No name'}</h2>
          <p className={classes.note}>
            <a href={`mailto:${account.email}`}>{account.email}</a>
            {person.phone && (
              <>
                {' · '}
                {person.phone}
              </>
            )}
          </p>
          <p className={classes.note}>
            {ROLES[account.user_type]} since {dayAndTime(account.created_at, now)} ·{' '}
            {figures.last_active_at
              ? `active ${dayAndTime(figures.last_active_at, now)}`
              : 'never signed in'}
          </p>
          <p className={classes.id}>{account.user_id}</p>
        </div>
        <PersonStatus
          suspended_at={account.suspended_at ?? driver?.suspended_at ?? null}
          driver_id={driver?.id ?? null}
          approved_at={driver?.approval_date ?? null}
          is_online={driver?.is_online ?? false}
        />
      </header>
      {account.suspended_at && (
        <Notice
          kind="problem"
          title={`Suspended since ${dayAndTime(account.suspended_at, Date.now())}`}
        >
          {account.suspension_reason}
        </Notice>
      )}
      {driver?.suspended_at && (
        <Notice
          kind="problem"
          title={`Suspended as a driver since ${dayAndTime(driver.suspended_at, Date.now())}`}
        >
          {driver.suspension_reason}
        </Notice>
      )}
      {driver && person.override && <ApprovalRequest person={person} override={person.override} />}
      <Figures person={person} />
      <Actions person={person} />
      {driver && <DriverFacts person={person} driver={driver} />}
      <p className={classes.trail}>
        <Link to="/admin" search={{ tab: 'audit', actor: account.user_id }}>
          What they did
        </Link>
        <Link to="/admin" search={{ tab: 'audit', subject: account.auth_id }}>
          What was done to their account
        </Link>
      </p>
      <section className={classes.part} aria-label="Signed in">
        <h3>Signed in on</h3>
        <Sessions userId={account.user_id} />
      </section>
      {driver && <PayoutsOf driverId={driver.id} />}
      {driver && <JobsOf driverId={driver.id} />}
      {driver && figures.claims_about > 0 && <ReportsAbout driverId={driver.id} />}
      {(figures.orders > 0 || !driver) && <OrdersOf userId={account.user_id} />}
      {(figures.orders > 0 || !driver) && <PaymentsOf userId={account.user_id} />}
      {figures.claims > 0 && <ReportsOf userId={account.user_id} />}
    </>
  )
}

const ROLES = { customer: 'Customer', driver: 'Driver', admin: 'Administrator' } as const

/** How many, and the way to them in the list of reports. */
function ReportCount({ count, name }: { count: number; name: string }) {
  if (count === 0) return 'None'
  if (!name) return count
  return (
    <Link to="/admin" search={{ tab: 'claims', claims: 'all', search: name }}>
      {count}
    </Link>
  )
}

function Figures({ person: { account, driver, figures } }: { person: PersonOut }) {
  const money = (cents: number) => formatCents(cents)
  return (
    <div className={classes.figures}>
      {driver ? (
        <>
          <StatCard
            label="Jobs"
            value={figures.jobs}
            hint={`Orders that are theirs, in any state; ${driver.total_jobs} completed in all`}
          />
          <StatCard
            label="Earned"
            hint="after refunds"
            value={money(driver.total_earnings_cents)}
          />
          <StatCard
            label="Rating"
            value={driver.rating === null ? '–' : formatRating(driver.rating)}
          />
          <StatCard
            label="Problems reported"
            value={<ReportCount count={figures.claims_about} name={account.name} />}
          />
        </>
      ) : (
        <>
          <StatCard label="Orders" value={figures.orders} />
          <StatCard label="Paid" value={money(figures.paid_cents)} />
          <StatCard label="Refunded" value={money(figures.refunded_cents)} />
          <StatCard
            label="Problems reported"
            value={<ReportCount count={figures.claims} name={account.name} />}
          />
        </>
      )}
    </div>
  )
}

function DriverFacts(props: { person: PersonOut; driver: NonNullable<PersonOut['driver']> }) {
  const { person, driver } = props
  return (
    <section className={classes.part} aria-label="Driver">
      <h3>Driver</h3>
      <DriverPhoto name={person.account.name} source={photoOfDriver(driver)} size={72} />
      <p>{vehicleLabel(driver.vehicle)}</p>
      <Plate plate={driver.license_plate} />
      <p className={classes.note}>
        {driver.approval_date
          ? `Approved ${dayAndTime(driver.approval_date, Date.now())}: ${person.approval_reason}`
          : 'Not approved yet: cannot go online, is offered nothing.'}
      </p>
      <p className={classes.id}>{driver.id}</p>
    </section>
  )
}

function Actions({ person }: { person: PersonOut }) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const { account, driver } = person
  return (
    <div className={classes.actions}>
      {driver && !driver.is_approved && !person.override && (
        <Button onClick={() => setDoing('approve')}>Ask for an Approval</Button>
      )}
      {driver?.is_approved && (
        <>
          {driver.suspended_at ? (
            <Button onClick={() => setDoing('reactivate')}>Reactivate Driver</Button>
          ) : (
            <Button variant="default" onClick={() => setDoing('suspendDriver')}>
              Suspend Driver
            </Button>
          )}
          <Button variant="default" onClick={() => setDoing('revoke')}>
            Withdraw Approval
          </Button>
        </>
      )}
      <Button variant="default" onClick={() => setDoing('end')}>
        Sign Out Everywhere
      </Button>
      {account.suspended_at ? (
        <Button onClick={() => setDoing('reinstate')}>Reinstate Account</Button>
      ) : (
        <Button color="red.9" onClick={() => setDoing('suspend')}>
          Suspend Account
        </Button>
      )}
      {doing && <Deciding doing={doing} person={person} onClose={() => setDoing(null)} />}
    </div>
  )
}
