import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { DriverJobOut } from '@/api/generated/types.gen'
import { useProofBox } from './useProofBox'

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog')).ProofDialog }))

/** For a delivery that has ended: its proof can still be left for a while. */
export function AddProof({ job }: { job: DriverJobOut }) {
  const [isOpen, setOpen] = useState(false)
  const { waiting } = useProofBox(job.order.driver_id ?? '')
  if (waiting.some((it) => it.order_id === job.order.id)) {
    return <p role="status">The proof is kept here and sent once the connection is back.</p>
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSignature size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Add Proof of Delivery
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ProofDialog job={job} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
