import { IconSignature } from '@tabler/icons-react'
import { useId } from 'react'
import { distanceWords } from '@/components/distance'
import { dayAndTime } from '@/components/time'
import { SignatureDrawing } from '@/shared/proof/SignatureDrawing'
import { signatureOf } from '@/shared/proof/signature'
import { Fact } from '../OrderDetails'
import type { ShownProof, ShownTracking } from '../shownTracking'
import classes from './DeliveryProof.module.css'

/** Farther from the door than this is worth saying. */
const NEAR_METERS = 150

/** What the driver left at the door: photo, signature, name, time and place (ORD-10). */
export function DeliveryProof({ tracking, now }: { tracking: ShownTracking; now: number }) {
  const heading = useId()
  const proof = tracking.delivery_proof
  if (!proof) return null
  const { photo, recipient_name, position } = proof
  const where = tracking.order.delivery_location.address
  return (
    <section className={classes.proof} aria-labelledby={heading}>
      <h2 id={heading}>Proof of delivery</h2>
      {proof.erased && <p>What was kept of it has been erased.</p>}
      {photo && (
        <img
          className={classes.photo}
          src={photo.url}
          width={photo.width}
          height={photo.height}
          alt={`Your delivery at ${where}, taken by the driver`}
        />
      )}
      <Signed proof={proof} />
      <dl className={classes.facts}>
        {recipient_name && <Fact term="Received by">{recipient_name}</Fact>}
        {proof.taken_at && <Fact term="Time">{dayAndTime(proof.taken_at, now)}</Fact>}
        {position && <Fact term="Place">{placeWords(position)}</Fact>}
        {proof.pin_matched && <Fact term="Delivery code">PIN confirmed</Fact>}
      </dl>
    </section>
  )
}

function Signed({ proof }: { proof: ShownProof }) {
  const signature = signatureOf(proof.signature)
  if (!signature) return null
  return (
    <figure className={classes.signature}>
      <SignatureDrawing signature={signature} by={proof.recipient_name} />
      <figcaption>
        <IconSignature size={16} aria-hidden="true" />
        {signature.kind === 'typed'
          ? 'Signed by typing their name'
          : 'Signed on the driver’s screen'}
      </figcaption>
    </figure>
  )
}

function placeWords(position: NonNullable<ShownProof['position']>): string {
  const { meters_from_dropoff: away, accuracy_m } = position
  const exact = `to within ${distanceWords(Math.max(1, accuracy_m))}`
  if (away === null || away <= Math.max(NEAR_METERS, accuracy_m)) {
    return `At the delivery address, ${exact}`
  }
  return `${distanceWords(away)} from the delivery address, ${exact}`
}
