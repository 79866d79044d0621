import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { DriverJobOut } from '@/api/generated/types.gen'
import { STEPS } from '../jobs/steps'
import { useProofBox } from './useProofBox'

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog')).ProofDialog }))

/** The last step of a delivery: it asks for the proof, and goes without one if there is none to be had. */
export function EndDelivery(props: {
  job: DriverJobOut
  className: string | undefined
  isBusy: boolean
  isOff: boolean
  /** Asked before the proof. */
  mayEnd: () => Promise<boolean>
  onWithout: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const { order } = props.job
  const { waiting } = useProofBox(order.driver_id ?? '')
  const isStored = waiting.some((it) => it.order_id === order.id)
  return (
    <>
      <Button
        className={props.className}
        fullWidth
        loading={props.isBusy}
        disabled={props.isOff || isStored}
        onClick={async () => (await props.mayEnd()) && setOpen(true)}
      >
        {STEPS.complete.label}
      </Button>
      {isStored && (
        <p role="status">The proof is kept here and sent once the connection is back.</p>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ProofDialog
            job={props.job}
            onClose={() => setOpen(false)}
            onWithout={() => {
              setOpen(false)
              props.onWithout()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
