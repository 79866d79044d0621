import { HttpResponse, http } from 'msw'
import type { PreferencesOut, RecoveryCodesLeftOut } from '@/api/generated/types.gen'
import { SESSION_KEY } from '@/auth/storedSession'

export const CONSENT = { version: '2026-11-22', text: 'I agree to receive text messages.' }

export const PREFERENCES: PreferencesOut = {
  sms_enabled: true,
  calls_enabled: true,
  auto_messages: {
    order_confirmation: true,
    driver_assigned: true,
    driver_arriving: true,
    delivery_complete: true,
    delays: true,
  },
  quiet_hours: { enabled: false, start_time: '22:00', end_time: '08:00' },
  language: 'en',
  timezone: 'America/New_York',
  sms_consent: { given: false, text_version: null, at: null },
  consent: CONSENT,
}

const NO_CODES: RecoveryCodesLeftOut = { left: 0, created_at: null }

/** Whoever is signed in on this page is whom the server knows, unless a test says otherwise. */
export const ownAccount = [
  http.get('*/auth/v1/user', () => {
    const stored = localStorage.getItem(SESSION_KEY)
    if (!stored) return HttpResponse.json({ error_code: 'bad_jwt' }, { status: 401 })
    return HttpResponse.json(JSON.parse(stored).user)
  }),
  http.get('*/auth/v1/factors/recovery-codes', () => HttpResponse.json(NO_CODES)),
  http.get('*/api/v1/communication-preferences', () => HttpResponse.json(PREFERENCES)),
]
