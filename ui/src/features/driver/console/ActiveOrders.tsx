import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { useIsOnline } from '@/components/useIsOnline'
import { confirmsFar } from '../far/confirmsFar'
import { farStopKnown, farStopOf } from '../far/farStop'
import { ACTION_LABEL, type QueuedAction } from '../outbox/action'
import { type Act, type OutboxState, storedActionOf } from '../outbox/outbox'
import classes from './ActiveOrders.module.css'
import { DeliveryCard } from './DeliveryCard'
import { isMoving, metersTo } from './distance'
import { nextStop } from './projection'
import { UnsentEndings } from './UnsentEndings'
import { UpcomingJobs } from './UpcomingJobs'
import { bySoonest } from './useDeliveries'
import type { Work } from './useWork'
import { type Doing, useVoice } from './voice/useVoice'
import { VoicePanel, VoiceToggle } from './voice/VoicePanel'

const Proving = lazy(async () => ({ default: (await import('./ProveDelivery')).ProveDelivery }))

/** The job in hand with its one next step, by thumb or by voice, and those that wait for it (DRV-14). */
export function ActiveOrders({ work }: { work: Work }) {
  const { query, outbox, waiting, lookAgain, fix, inHand, current } = work
  const [proving, setProving] = useState<DeliveryOut | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const isHeldUp = !useIsOnline() || waiting.againAt !== null

  const act: Doing = (delivery, action, why) => {
    // Where the customer gives a PIN nothing else ends the delivery.
    if (action === 'stop' && delivery.asks_pin) {
      setProving(delivery)
      return null
    }
    setAnnouncement(`${ACTION_LABEL[action]}: order ${delivery.order_number}.`)
    return outbox.add(delivery, action, why)
  }
  /** By hand the end asks for its proof; whoever says it aloud has their hands full. */
  const press: Act = async (delivery, action, why) => {
    const far = fix
      ? farStopOf(delivery, action, fix)
      : await farStopKnown(delivery.order_id, action)
    if (!(await confirmsFar(far, action))) return
    action === 'stop' ? setProving(delivery) : void act(delivery, action, why)
  }
  const voice = useVoice(inHand, act, waiting.troubles)
  const cardOf = (delivery: DeliveryOut) => (
    <DeliveryCard
      delivery={delivery}
      isCurrent={delivery === current}
      metersAway={delivery === current ? metersTo(fix, nextStop(delivery).place) : null}
      isMoving={isMoving(fix)}
      isVoiceOn={voice.isOn}
      waiting={waitingOf(delivery, waiting, isHeldUp)}
      act={press}
    />
  )

  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {(voice.isOn || voice.state === 'denied') && <VoicePanel voice={voice} />}
      <DataPanel
        query={query}
        failure="Your deliveries could not be loaded"
        skeleton={<div className={classes.skeleton} />}
      >
        {() => (
          <>
            <section aria-labelledby="active-orders" className={classes.part}>
              <div className={classes.head}>
                <h2 id="active-orders">Active Orders</h2>
                <VoiceToggle voice={voice} />
              </div>
              {current ? (
                <div key={current.order_id}>{cardOf(current)}</div>
              ) : (
                <p className={classes.none}>No active jobs</p>
              )}
              <UnsentEndings waiting={waiting.waiting} />
            </section>
            <UpcomingJobs
              deliveries={bySoonest(inHand.filter((it) => it !== current))}
              cardOf={cardOf}
            />
          </>
        )}
      </DataPanel>
      {proving && (
        <Suspense fallback={null}>
          <Proving
            delivery={proving}
            onClose={() => setProving(null)}
            onWithout={() => act(proving, 'stop')}
            onSent={lookAgain}
          />
        </Suspense>
      )}
    </>
  )
}

function waitingOf({ order_id }: DeliveryOut, outbox: OutboxState, isHeldUp: boolean) {
  const count = (steps: readonly QueuedAction[]) =>
    steps.filter((it) => it.order_id === order_id).length
  return { steps: count(outbox.waiting), stored: isHeldUp ? count(storedActionOf(outbox)) : 0 }
}
