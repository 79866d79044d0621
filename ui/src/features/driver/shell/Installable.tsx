import { Button } from '@mantine/core'
import { useOutbox } from '../outbox/useOutbox'
import { useProofBox } from '../proof/useProofBox'
import classes from './Installable.module.css'
import { useShell } from './useShell'

/** Makes the drivers' screens installable, and offers a new version of them. */
export function Installable({ driverId }: { driverId: string }) {
  return (
    <>
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <div role="status">
        <UpdateNotice driverId={driverId} />
      </div>
    </>
  )
}

/**
 * A new version waits until everything is sent: what waits was written by the one that runs. Only
 * where the server does not understand that one any more it is the way out, and takes it all along.
 */
function UpdateNotice({ driverId }: { driverId: string }) {
  const version = useShell()
  const { waiting, isOutdated } = useOutbox(driverId)
  const { waiting: proofs } = useProofBox(driverId)
  if (!version) return null
  const unsent = waiting.length + proofs.length
  const mustWait = unsent > 0 && !isOutdated && version.kind === 'waiting'
  return (
    <div className={classes.notice}>
      <p>{wordsOf(version.kind, unsent, mustWait)}</p>
      {!mustWait && (
        <Button variant="default" onClick={version.takeOver}>
          {version.kind === 'waiting' ? 'Update' : 'Reload'}
        </Button>
      )}
    </div>
  )
}

function wordsOf(kind: 'waiting' | 'running', unsent: number, mustWait: boolean): string {
  const steps = unsent === 1 ? '1 step' : `${unsent} steps`
  if (mustWait) {
    return `A new version is ready. It can be taken once ${steps} kept here ${unsent === 1 ? 'is' : 'are'} sent.`
  }
  if (kind === 'running') return 'A new version was taken in another tab. Reload to go on with it.'
  return unsent > 0
    ? `A new version is needed to send ${steps} kept here. Nothing of it is lost.`
    : 'A new version is ready.'
}
