import { HttpResponse, http } from 'msw'
import type {
  ApplicationDraftIn,
  ApplicationFormIn,
  ApplicationOut,
  ReviewedApplicationOut,
} from '@/api/generated/types.gen'
import { aProblem, server } from './server'

const WORKDAY = { is_available: true, start: '08:00', end: '18:00' }
const WEEKEND = { is_available: false, start: '09:00', end: '17:00' }

export function aForm(): ApplicationFormIn {
  return {
    personal: { first_name: 'Ann', last_name: 'Example', email: 'ann@example.com' },
    license: { years_of_experience: 1 },
    vehicle: { has_vehicle: true, type: 'pickup', capacity_pounds: 1000, capacity_cubic_feet: 50 },
    preferences: {
      availability: {
        monday: WORKDAY,
        tuesday: WORKDAY,
        wednesday: WORKDAY,
        thursday: WORKDAY,
        friday: WORKDAY,
        saturday: WEEKEND,
        sunday: WEEKEND,
      },
      max_miles: 25,
      languages: ['English'],
    },
    references: [{}, {}],
  }
}

export function anApplication(changes: Partial<ApplicationOut> = {}): ApplicationOut {
  return {
    id: 'app_1',
    user_id: 'user-ann',
    status: 'draft',
    version: 1,
    form: aForm(),
    progress: {
      application_id: 'app_1',
      current_step: 'application',
      completed_steps: [],
      application_progress: 45,
      documents_progress: 0,
      background_check_progress: 0,
      training_progress: 0,
      overall_progress: 11,
      estimated_completion: '2026-11-06',
      blockers: [],
      next_steps: [
        'Complete application form',
        'Upload required documents',
        'Wait for background check completion',
        'Complete training modules',
        'Wait for final approval',
      ],
    },
    missing: 'Please fill in all required fields before submitting.',
    problems: [],
    remark: null,
    created_at: '2026-11-01T12:00:00Z',
    updated_at: '2026-11-01T12:00:00Z',
    submitted_at: null,
    reviewed_at: null,
    reason: '',
    ...changes,
  }
}

/** As its reviewers read it. */
export function aReviewedApplication(
  changes: Partial<ReviewedApplicationOut> = {},
): ReviewedApplicationOut {
  return {
    ...anApplication({
      status: 'submitted',
      submitted_at: '2026-11-02T12:00:00Z',
      missing: null,
    }),
    lacking: [],
    approvable_on: null,
    override: null,
    needs_administrator: false,
    reviewer: null,
    reviewer_name: null,
    reviewed_by: null,
    reviewed_by_name: null,
    ...changes,
  }
}

/** A server that has this application, or none yet; what is saved is in `saved`. */
export function applicationBackend(first: ApplicationOut | null = anApplication()) {
  const backend = {
    application: first,
    saved: [] as ApplicationFormIn[],
    /** In place of what saving answers, once for each. */
    refusals: [] as Response[],
    /** What the server finds in the form. */
    judge: (_: ApplicationFormIn): Partial<ApplicationOut> => ({}),
  }
  const answer = () => HttpResponse.json(backend.application)
  server.use(
    http.get('*/api/v1/onboarding/application', () =>
      HttpResponse.json({ application: backend.application }),
    ),
    http.post('*/api/v1/onboarding/application', () => {
      backend.application = anApplication()
      return answer()
    }),
    http.put('*/api/v1/onboarding/application', async ({ request }) => {
      const refusal = backend.refusals.shift()
      if (refusal) return refusal
      const { form, version } = (await request.json()) as ApplicationDraftIn
      backend.saved.push(form)
      backend.application = {
        ...(backend.application ?? anApplication()),
        form,
        version: version + 1,
        ...backend.judge(form),
      }
      return answer()
    }),
    http.post('*/api/v1/onboarding/application/restart', () => {
      backend.application = anApplication({ id: 'app_2' })
      return answer()
    }),
    http.post('*/api/v1/onboarding/application/submit', () => {
      const { application } = backend
      if (application?.missing) return aProblem(409, application.missing, 'application_incomplete')
      const [problem] = application?.problems ?? []
      if (problem) {
        const { field, reason } = problem
        return aProblem(422, `${field}: ${reason}`, 'application_invalid', field)
      }
      backend.application = anApplication({
        status: 'submitted',
        submitted_at: '2026-11-02T12:00:00Z',
      })
      return answer()
    }),
  )
  return backend
}
