import type { DocumentType, DriverDocumentOut } from '@/api/generated/types.gen'

/** What can be handed in (ONB-31), in the order of the cards; a carrier credential's is no card of its own. */
export const DOCUMENTS = {
  drivers_license: {
    label: 'Driver’s license',
    hint: 'The front, with all four corners in sight.',
  },
  proof_of_age: {
    label: 'Proof of age',
    hint: 'Passport, ID card or birth certificate: 21 or older.',
  },
  automobile_liability_insurance: {
    label: 'Automobile liability insurance',
    hint: 'The policy or its card, with at least $100,000 of coverage.',
  },
  vehicle_registration: { label: 'Vehicle registration', hint: 'The one that is valid now.' },
  profile_photo: { label: 'Profile photo', hint: 'A picture of your face, looking at the camera.' },
  vehicle_photo: {
    label: 'Vehicle photo',
    hint: 'The whole vehicle from the side, with its plate.',
  },
  insurance_certificate: {
    label: 'Insurance certificate',
    hint: 'Cargo insurance, if you have one.',
  },
  bank_statement: { label: 'Bank statement', hint: 'Only if we asked for one.' },
  carrier_credential: { label: 'Carrier credential', hint: 'What proves it, such as the policy.' },
} as const satisfies Record<DocumentType, { label: string; hint: string }>

export const REQUIRED: readonly DocumentType[] = [
  'drivers_license',
  'proof_of_age',
  'automobile_liability_insurance',
  'vehicle_registration',
  'profile_photo',
  'vehicle_photo',
]
export const OPTIONAL: readonly DocumentType[] = ['insurance_certificate', 'bank_statement']

/** How a document stands; one that is approved can have expired. */
export type DocumentStatus = DriverDocumentOut['status'] | 'expired'

export const DOCUMENT_STATUSES = {
  pending: 'Under Review',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
} as const satisfies Record<DocumentStatus, string>

/** By the day on New York's clocks, which expiries go by. */
export function documentStatus(
  { status, details }: DriverDocumentOut,
  today = newYorksDay(),
): DocumentStatus {
  const { expires_on } = details
  return status === 'approved' && expires_on && expires_on < today ? 'expired' : status
}

function newYorksDay(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now())
}

export function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
