import { Skeleton } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { CandidateOut, OverseenOrderOut } from '@/api/generated/types.gen'
import { idempotencyKeyOf, newIdempotencyKey } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { DecisionDialog } from '@/components/DecisionDialog'
import { Dialog } from '@/components/Dialog'
import { EmptyState } from '@/components/EmptyState'
import { SearchField } from '@/components/filters/SearchField'
import { useCandidates, useReassign } from '../queries'
import { Candidate } from './Candidate'
import classes from './Reassigning.module.css'

/** Another driver for an order: chosen first, then confirmed with a reason. */
export function Reassigning(props: { overseen: OverseenOrderOut; onClose: () => void }) {
  const [chosen, choose] = useState<CandidateOut | null>(null)
  const [search, setSearch] = useState('')
  if (chosen) return <Confirming {...props} candidate={chosen} onBack={() => choose(null)} />
  const { order } = props.overseen
  return (
    <Dialog title={`Who takes order #${order.number}?`} size="lg" onClose={props.onClose}>
      <div className={classes.choosing}>
        <SearchField
          label="Find a driver"
          placeholder="Name or e-mail, wherever they are"
          value={search}
          onSearch={setSearch}
        />
        <Candidates orderId={order.id} search={search} onChoose={choose} />
      </div>
    </Dialog>
  )
}

function Candidates(props: {
  orderId: string
  search: string
  onChoose: (candidate: CandidateOut) => void
}) {
  const { orderId, search } = props
  return (
    <DataPanel
      query={useCandidates(orderId, search)}
      failure="The drivers could not be loaded"
      skeleton={<Skeleton height={360} radius="md" />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState
          icon={<IconUserSearch size={28} />}
          title={search ? 'No driver found' : 'No drivers around the pickup'}
        >
          <p>
            {search
              ? 'Nobody else has that name or address.'
              : 'Search for somebody by name, or hand the order back to the pool.'}
          </p>
        </EmptyState>
      }
    >
      {({ items }) => (
        <>
          <p className={classes.note}>
            {search ? 'Whoever fits first' : 'Within 20 miles of the pickup, whoever fits first'}
          </p>
          <ul className={classes.list}>
            {items.map((candidate) => (
              <li key={candidate.driver.id}>
                <Candidate candidate={candidate} onChoose={() => props.onChoose(candidate)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </DataPanel>
  )
}

function Confirming(props: {
  overseen: OverseenOrderOut
  candidate: CandidateOut
  onBack: () => void
  onClose: () => void
}) {
  const { order, driver: before } = props.overseen
  const { driver, cautions } = props.candidate
  const { mutate, isPending, error } = useReassign(props.onClose)
  const [key] = useState(newIdempotencyKey)
  return (
    <DecisionDialog
      title={`Give order #${order.number} to ${driver.name}?`}
      label="Reason (kept with the order)"
      confirm={before ? 'Reassign' : 'Assign'}
      isPending={isPending}
      error={error ? sentenceOf(error) : null}
      onSend={(reason) =>
        mutate({
          path: { order_id: order.id },
          body: { driver_id: driver.id, reason },
          headers: { 'Idempotency-Key': idempotencyKeyOf(`${key} ${reason}`) },
        })
      }
      onClose={props.onBack}
    >
      {cautions.length > 0 && (
        <p className={classes.caution}>
          Mind that {driver.name} {sentence(cautions)}.
        </p>
      )}
      <p>
        {driver.name} has to accept it in time, or it goes on to others.{' '}
        {before ? `${before.name} loses it and is told. ` : ''}
        The customer pays the same, is told by mail, and can cancel free of charge.
      </p>
    </DecisionDialog>
  )
}

const AND = new Intl.ListFormat('en-US')

function sentence(cautions: string[]): string {
  return AND.format(cautions.map((each) => each.charAt(0).toLowerCase() + each.slice(1)))
}
