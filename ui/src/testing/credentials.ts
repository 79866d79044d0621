import type { CredentialOut } from '@/api/generated/types.gen'

export function aCredential(part: Partial<CredentialOut> = {}): CredentialOut {
  return {
    id: 'crd_1',
    kind: 'usdot',
    number: '1234567',
    state: null,
    issuer: '',
    cover_cents: null,
    expires_on: null,
    status: 'recorded',
    recorded_at: '2026-11-02T12:00:00Z',
    decided_at: null,
    note: '',
    document: null,
    ...part,
  }
}
