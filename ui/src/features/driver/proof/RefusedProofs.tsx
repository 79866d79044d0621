import { Notice } from '@/components/Notice'
import { useProofBox } from './useProofBox'

/** Proofs that had waited on this device and were refused at last, until they are read. */
export function RefusedProofs({ driverId }: { driverId: string }) {
  const { box, troubles } = useProofBox(driverId)
  return troubles.map((trouble) => (
    <Notice
      key={trouble.client_id}
      kind="problem"
      title={`The proof for order #${trouble.order_number} was not taken`}
      action={{ label: 'OK', onClick: () => box.forgetTrouble(trouble.client_id) }}
    >
      <p>{trouble.reason}</p>
    </Notice>
  ))
}
