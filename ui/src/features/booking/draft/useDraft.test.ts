import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOOKING_DRAFT } from '@/auth/personalData'
import { clearPerson, subscribeToSession } from '@/auth/sessionStore'
import { ANN, signedInAs } from '@/testing/session'
import { useDraft } from './useDraft'

test('an order that is answered after its person has logged out is kept for nobody', () => {
  signedInAs()
  const stop = subscribeToSession(() => {})
  const draftState = renderHook(() => useDraft(ANN)).result
  act(() => draftState.current.change({ service: 'small' }))
  expect(sessionStorage.getItem(BOOKING_DRAFT)).toContain('small')

  clearPerson()
  const booked = { orderId: 'ord-1', quoteId: 'quo-1', madeFrom: '' }
  act(() => draftState.current.update((now) => ({ ...now, booked })))
  expect(sessionStorage.getItem(BOOKING_DRAFT)).toBeNull()
  stop()
})
