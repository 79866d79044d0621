import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { PageTabs } from '@/components/PageTabs'
import { ButtonLink } from '@/components/RouterLink'
import type { SampleConsoleProps } from '@/shared/training/sampleConsole'
import { DeliveryCard } from '../console/DeliveryCard'
import { RequestCard } from '../console/RequestCard'
import { OnlineSwitch } from '../online/OnlineSwitch'
import { TABS } from '../tabs'
import classes from './SampleConsole.module.css'
import { type SampleStage, sampleDelivery, sampleDriver, sampleOffer } from './sampleJobs'

/** How far the sample job is in each task; the others show the switch and a request. */
const STAGES: Record<string, SampleStage> = {
  'set-out': 'accepted',
  navigate: 'accepted',
  'confirm-pickup': 'started',
  pause: 'loaded',
  payout: 'loaded',
  call: 'loaded',
  complete: 'loaded',
  cannot: 'loaded',
}

/**
 * The console's own parts with sample data. What is pressed is told by its name and does nothing else: it
 * reaches no part, so that nothing is sent, and its queries ask nobody.
 */
export default function SampleConsole(props: SampleConsoleProps) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { enabled: false } } }),
  )
  const press = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const pressed = (event.target as Element).closest('button, a, summary')
    const words = pressed?.textContent?.trim()
    if (props.isLocked || !words) return
    const place = props.controls.findIndex((control) => words.startsWith(control))
    if (place !== -1) props.onPress(place)
  }
  return (
    <QueryClientProvider client={queries}>
      <section
        className={classes.console}
        aria-label="Console with sample data"
        inert={props.isLocked}
        onClickCapture={press}
      >
        <p className={classes.sample}>Sample data. Nothing that you press here is sent.</p>
        <Scene name={props.scene} />
      </section>
    </QueryClientProvider>
  )
}

function Scene({ name }: { name: string }) {
  const stage = STAGES[name]
  if (stage) {
    return (
      <DeliveryCard
        delivery={sampleDelivery(stage, name === 'complete')}
        isCurrent={false}
        metersAway={null}
        isMoving={false}
        isVoiceOn={false}
        waiting={{ steps: 0, stored: 0 }}
        act={() => undefined}
      />
    )
  }
  if (name === 'accept') return <RequestCard offer={sampleOffer()} here={null} />
  return (
    <>
      <OnlineSwitch driver={sampleDriver()} isOnJob={false} />
      <PageTabs
        title="Driver Dashboard"
        to="/driver-dashboard"
        tabs={TABS}
        first="jobs"
        open="jobs"
      />
      <ButtonLink to="/driver-dashboard/profile" variant="subtle" color="gray">
        Profile
      </ButtonLink>
    </>
  )
}
