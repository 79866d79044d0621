import type { DriverOut } from '@/api/generated/types.gen'
import { RefusedProofs } from '../proof/RefusedProofs'
import { OutboxNotice, Troubles } from './OutboxNotice'
import type { Work } from './useWork'

/** What came to nothing and what waits to be sent, above the work itself. */
export function WorkNotices({ driver, work }: { driver: DriverOut; work: Work }) {
  const { outbox, waiting, proofs, unsent } = work
  return (
    <>
      <Troubles troubles={waiting.troubles} onRead={(clientId) => outbox.forgetTrouble(clientId)} />
      <RefusedProofs driverId={driver.id} />
      <OutboxNotice
        outbox={waiting}
        proofs={proofs.length}
        fixes={unsent}
        onTryNow={outbox.sendNow}
      />
    </>
  )
}
