import { lazy, Suspense, useState } from 'react'
import { useMarketplaceStatus } from '@/api/status'
import classes from './SimulatedServices.module.css'

const loadPanel = () => import('./SimulatedPanel')
const SimulatedPanel = lazy(loadPanel)

/** A simulation never passes for the real thing, so the label stands on every screen. */
export function SimulatedServices() {
  const status = useMarketplaceStatus()
  const [isReached, setIsReached] = useState(false)
  if (!status || status.simulated.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={classes.label}
        popoverTarget="simulated-services"
        aria-label="Simulated services"
        onPointerEnter={() => void loadPanel()}
        onClick={() => setIsReached(true)}
      >
        Simulated<span className={classes.long}> services</span>
      </button>
      <div id="simulated-services" popover="auto" className={classes.panel}>
        {isReached && (
          <Suspense fallback={null}>
            <SimulatedPanel status={status} />
          </Suspense>
        )}
      </div>
    </>
  )
}
