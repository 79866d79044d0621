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

test('the number that somebody booked with for themselves is offered the next time', () => {
  signedInAs()
  const stop = subscribeToSession(() => {})
  const first = renderHook(() => useDraft(ANN)).result
  act(() => first.current.change({ contact: { name: ANN.name, phone: '917 555 0123' } }))
  act(() => first.current.clear())
  const next = renderHook(() => useDraft(ANN)).result
  expect(next.current.draft.contact).toEqual({ name: ANN.name, phone: '917 555 0123' })
  act(() => next.current.clear())
  const moved = { ...ANN, phone: '646 555 0144' }
  const later = renderHook(() => useDraft(moved)).result
  expect(later.current.draft.contact.phone).toBe('646 555 0144')
  stop()
})

test('the number of somebody else who met the driver is not offered again', () => {
  signedInAs()
  const stop = subscribeToSession(() => {})
  const first = renderHook(() => useDraft(ANN)).result
  act(() => first.current.change({ contact: { name: 'Bo', phone: '917 555 0123' } }))
  act(() => first.current.clear())
  expect(renderHook(() => useDraft(ANN)).result.current.draft.contact).toEqual({
    name: ANN.name,
    phone: ANN.phone,
  })
  stop()
})
