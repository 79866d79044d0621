import type { Signature } from './signature'

/** Where the device was when the proof was taken. */
export type ProofPosition = { lat: number; lng: number; accuracy_m: number; at: string }

/** A proof of delivery as the driver's device holds it until the server has it. */
export type ProofDraft = {
  /** The device's own id for it: sent again it is the same proof. */
  clientId: string
  at: string
  recipientName: string | null
  signature: Signature | null
  photo: Blob | null
  position: ProofPosition | null
  pin: string | null
}

export type Answers = Pick<ProofDraft, 'recipientName' | 'signature' | 'pin'> & {
  hasPhoto: boolean
  asksPin: boolean
}

export type ProofErrors = Partial<Record<'recipient_name' | 'signature' | 'photo' | 'pin', string>>

/** What is missing: a signature with its name, a photo, or both; and the PIN where there is one. */
export function proofErrors(answers: Answers): ProofErrors {
  const errors: ProofErrors = {}
  if (answers.signature && !answers.recipientName) {
    errors.recipient_name = 'Enter the name of whoever signed.'
  }
  if (!answers.signature && !answers.hasPhoto) {
    errors.photo = 'Have the recipient sign, or take a photo.'
  }
  if (answers.asksPin && !/^\d{4}$/.test(answers.pin ?? '')) {
    errors.pin = 'Enter the four digits that the customer reads to you.'
  }
  return errors
}

/** A position waits no longer than a person does; without one the proof says so. */
const POSITION_WAITS_MS = 8_000

export function whereTaken(): Promise<ProofPosition | null> {
  if (!navigator.geolocation) return Promise.resolve(null)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), POSITION_WAITS_MS)
    const fields = (position: ProofPosition | null) => {
      clearTimeout(timer)
      resolve(position)
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        fields({
          lat: coords.latitude,
          lng: coords.longitude,
          accuracy_m: Math.min(coords.accuracy, 100_000),
          at: new Date(timestamp).toISOString(),
        }),
      () => fields(null),
      { enableHighAccuracy: true, maximumAge: 30_000, timeout: POSITION_WAITS_MS },
    )
  })
}
