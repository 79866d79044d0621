import { HttpResponse, http } from 'msw'
import type {
  OwnScreeningOut,
  ReviewedScreeningOut,
  ScreeningOut,
  ScreeningResultOut,
} from '@/api/generated/types.gen'
import { server } from './server'

export function aResult(changes: Partial<ScreeningResultOut> = {}): ScreeningResultOut {
  return {
    progress: 'complete',
    searches: ['SSN trace', 'national criminal', 'motor vehicle report'],
    records: [],
    violations: [],
    points: 0,
    suspensions: [],
    identity_failed: false,
    registry_match: false,
    watchlist_match: false,
    is_partial: false,
    ...changes,
  }
}

export function aScreening(changes: Partial<ScreeningOut> = {}): ScreeningOut {
  return {
    id: 'scr_1',
    application_id: 'app_1',
    status: 'ordered',
    progress: null,
    check: 'in_progress',
    overall_status: null,
    provider: 'Agency',
    package: 'driver_pro',
    consented_at: '2026-11-01T12:00:00Z',
    requested_at: '2026-11-02T12:00:00Z',
    completed_at: null,
    invitation_url: null,
    failure: '',
    result: null,
    disputes: [],
    letters: [],
    has_certificate: false,
    waiting_until: null,
    ...changes,
  }
}

export function anOwnScreening(changes: Partial<OwnScreeningOut> = {}): OwnScreeningOut {
  return {
    disclosure: {
      version: '2026-11',
      paragraphs: ['haulage may obtain a consumer report about you.'],
      authorization: 'I authorize haulage.',
    },
    application_id: 'app_1',
    screening: null,
    is_simulated: false,
    ...changes,
  }
}

export function aReviewedScreening(
  changes: Partial<ReviewedScreeningOut> = {},
): ReviewedScreeningOut {
  return {
    screening: null,
    version: 1,
    place: null,
    candidate_id: null,
    report_id: null,
    ordered_at: null,
    recommended: null,
    reasons: [],
    notes: '',
    intended_reason: '',
    delivered_at: null,
    steps: [],
    agency: { name: 'Agency', address: '1 Street', phone: '1', website: 'a', simulated: false },
    package_terms: [
      {
        package: 'driver_pro',
        price_cents: 2999,
        least_days: 1,
        most_days: 2,
        searches: ['SSN trace'],
      },
      {
        package: 'basic',
        price_cents: 999,
        least_days: 1,
        most_days: 2,
        searches: ['SSN trace', 'national criminal'],
      },
    ],
    ...changes,
  }
}

/** A server that has this background check for reviewers; the steps that it is told to take are in `taken`. */
export function screeningBackend(first = aReviewedScreening()) {
  const backend = { reviewed: first, taken: [] as unknown[] }
  server.use(
    http.get('*/api/v1/onboarding/applications/:id/screening', () =>
      HttpResponse.json(backend.reviewed),
    ),
    http.post('*/api/v1/onboarding/applications/:id/screening/steps', async ({ request }) => {
      backend.taken.push(await request.json())
      return HttpResponse.json(backend.reviewed)
    }),
  )
  return backend
}
