import { VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { getStatusQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import type { DeliveryOut, DriverOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { confirmsFar } from '../far/confirmsFar'
import { farStopOf } from '../far/farStop'
import { StatusButton } from '../online/StatusButton'
import { ACTION_LABEL, type QueuedAction } from '../outbox/action'
import type { Act } from '../outbox/outbox'
import { type OutboxState, storedActionOf } from '../outbox/outbox'
import { useOwnPosition } from '../position/ownPosition'
import { ProofTroubles } from '../proof/ProofTroubles'
import { Installable } from '../shell/Installable'
import { ConsoleMap } from './ConsoleMap'
import classes from './ConsolePage.module.css'
import { DeliveryCard } from './DeliveryCard'
import { DoneList } from './DoneList'
import { isMoving, metersTo } from './distance'
import { Figures } from './Figures'
import { LocationNotice } from './LocationNotice'
import { OutboxNotice, Troubles } from './OutboxNotice'
import { nextStop } from './projection'
import { RequestBanner, RequestList } from './Requests'
import { SampleRequests } from './samples/SampleRequests'
import { storedConsole } from './storage'
import { UnsentEndings } from './UnsentEndings'
import { useBanner } from './useBanner'
import { currentOf, isInHand, useDeliveries } from './useDeliveries'
import { useWakeLock } from './useWakeLock'
import { type Doing, useVoice } from './voice/useVoice'
import { VoicePanel, VoiceToggle } from './voice/VoicePanel'

const Proving = lazy(async () => ({ default: (await import('./ProveDelivery')).ProveDelivery }))

const NONE: DeliveryOut[] = []

/** The delivery console for a phone in a car mount (DRV-14): map, the job in hand, one large button. */
export function ConsolePage({ driver, userId }: { driver: DriverOut; userId: string }) {
  useBareShell()
  useTunnel(userId)
  const { query, outbox, waiting, proofs, lookAgain } = useDeliveries(driver, userId)
  const [proving, setProving] = useState<DeliveryOut | null>(null)
  const deliveries = query.data ?? NONE
  const inHand = deliveries.filter((it) => isInHand(it) && it.accepted_at !== null)
  const current = currentOf(inHand)
  const isWanted = driver.is_online || inHand.length > 0
  const { fix, unsent, locationError } = useOwnPosition(driver.id, isWanted, lookAgain)
  const { banner, first, count } = useBanner()
  const [announcement, setAnnouncement] = useState('')
  const panel = useTopAtNext(current?.order_id)
  useWakeLock(isWanted)

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
    if (!(await confirmsFar(farStopOf(delivery, action, fix)))) return
    action === 'stop' ? setProving(delivery) : void act(delivery, action, why)
  }
  const voice = useVoice(inHand, act, waiting.troubles)
  const sorted = current ? [current, ...inHand.filter((it) => it !== current)] : inHand

  // Whoever has nothing to do is asked before anything else is said; a job in hand keeps its place.
  const isAsked = sorted.length === 0 && count > 0
  const requests = <RequestList banner={banner} count={count} isOnline={driver.is_online} />

  return (
    <div className={classes.console}>
      <header className={classes.bar}>
        <Link to="/driver-dashboard" className={classes.back} aria-label="Driver Dashboard">
          <IconArrowLeft size={26} aria-hidden="true" />
        </Link>
        <h1>Delivery Console</h1>
        <div className={classes.switches}>
          <VoiceToggle voice={voice} />
          <StatusButton driver={driver} />
        </div>
      </header>
      <RequestBanner offer={banner} />
      <div className={classes.map}>
        <ConsoleMap delivery={current} request={first} fix={fix} />
      </div>
      <div ref={panel} className={classes.panel}>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        <OutboxNotice
          outbox={waiting}
          proofs={proofs.length}
          fixes={unsent}
          onTryNow={outbox.sendNow}
        />
        {isAsked && requests}
        <Troubles
          troubles={waiting.troubles}
          onRead={(clientId) => outbox.forgetTrouble(clientId)}
        />
        <ProofTroubles driverId={driver.id} />
        <Installable driverId={driver.id} />
        <LocationNotice locationError={locationError} />
        {(voice.isOn || voice.state === 'denied') && <VoicePanel voice={voice} />}
        <DataPanel
          query={query}
          failure="Your deliveries could not be loaded"
          skeleton={<div className={classes.skeleton} />}
        >
          {() => (
            <>
              {sorted.map((delivery) => (
                <DeliveryCard
                  key={delivery.order_id}
                  delivery={delivery}
                  isCurrent={delivery === current}
                  metersAway={delivery === current ? metersTo(fix, nextStop(delivery).place) : null}
                  isMoving={isMoving(fix)}
                  waiting={waitingOf(delivery, waiting)}
                  act={press}
                />
              ))}
              <UnsentEndings waiting={waiting.waiting} />
              {sorted.length === 0 && <p className={classes.idle}>No delivery in hand.</p>}
            </>
          )}
        </DataPanel>
        {!isAsked && requests}
        <Figures inHand={inHand.length} />
        <DoneList deliveries={deliveries.filter(({ status }) => status === 'completed')} />
        <SampleRequests />
      </div>
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
    </div>
  )
}

function waitingOf({ order_id }: DeliveryOut, outbox: OutboxState) {
  const count = (steps: readonly QueuedAction[]) =>
    steps.filter((it) => it.order_id === order_id).length
  return { steps: count(outbox.waiting), stored: count(storedActionOf(outbox)) }
}

/** Another job in hand comes into sight, wherever the list stood before. */
function useTopAtNext(orderId: string | undefined) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (orderId === undefined) return
    panel.current?.scrollTo?.({ top: 0 })
    window.scrollTo({ top: 0 })
  }, [orderId])
  return panel
}

/**
 * A page that is opened without a connection knows so from the start, and which map there was: the
 * queries would otherwise find out one by one.
 */
function useTunnel(userId: string) {
  const queries = useQueryClient()
  useState(() => {
    if (navigator.onLine) return
    onlineManager.setOnline(false)
    const key = getStatusQueryKey()
    const known = storedConsole(userId)?.status
    if (known && !queries.getQueryData(key)) queries.setQueryData(key, known, { updatedAt: 0 })
  })
}

/** In a car mount the page's own header and footer are in the way. */
function useBareShell() {
  useEffect(() => {
    document.documentElement.setAttribute('data-bare', '')
    return () => document.documentElement.removeAttribute('data-bare')
  }, [])
}
