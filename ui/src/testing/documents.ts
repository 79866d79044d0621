import type { DriverDocumentOut, ReviewedDocumentOut } from '@/api/generated/types.gen'

const NOTHING_READ = {
  number: '',
  issued_on: null,
  authority: '',
  expires_on: null,
  coverage_cents: null,
}

export function aDocument(changes: Partial<DriverDocumentOut> = {}): DriverDocumentOut {
  return {
    id: 'doc_1',
    type: 'drivers_license',
    is_required: true,
    file_name: 'license.jpg',
    file_size: 1_240_000,
    file_type: 'image/jpeg',
    pages: 1,
    scan: 'clean',
    uploaded_at: '2026-11-02T12:00:00Z',
    status: 'pending',
    details: NOTHING_READ,
    download_url: '/api/v1/driver-documents/doc_1/file?until=1&signature=a',
    preview_urls: ['/api/v1/driver-documents/doc_1/file?until=1&signature=a'],
    reviewed_at: null,
    rejection_reason: null,
    version: 2,
    ...changes,
  }
}

export function aReviewed(
  document: Partial<DriverDocumentOut> = {},
  changes: Partial<ReviewedDocumentOut> = {},
): ReviewedDocumentOut {
  return {
    document: aDocument(document),
    user_id: 'user-ann',
    typed: { ...NOTHING_READ, number: 'D1234567', authority: 'NY', expires_on: '2030-01-01' },
    remarks: [],
    needed: ['number', 'issued_on', 'authority', 'expires_on'],
    reviewed_by: null,
    ...changes,
  }
}
