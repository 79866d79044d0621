import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { TrackingOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aDelivered, anAssigned, at } from '../aTracking'
import { serve } from '../servedTracking'

const PROOF: NonNullable<TrackingOut['delivery_proof']> = {
  id: 'prf-1',
  order_id: 'o-1',
  number: 7,
  hash: 'ab',
  received_at: at(-1),
  taken_at: at(-1),
  recipient_name: 'Ann Lee',
  signature: {
    strokes: [
      [
        [10, 10],
        [200, 200],
      ],
    ],
    text: null,
    url: '/api/v1/proofs/prf-1/signature',
  },
  photo: { url: '/api/v1/proofs/prf-1/photo', sha256: 'ab', width: 800, height: 600 },
  position: { lat: 40.7, lng: -73.9, accuracy_m: 8, at: at(-1), meters_from_dropoff: 12 },
  pin_matched: true,
  erased: false,
}

test('a delivered order shows its proof, which may come a little later', async () => {
  signedInAs()
  const served = serve(aDelivered())
  visit('/track/o-1')
  await screen.findByRole('heading', { name: 'Delivered' })
  expect(screen.queryByText('Proof of delivery')).not.toBeInTheDocument()
  await expect.poll(() => served.current.streams).toBe(1)
  served.current.tracking = { ...aDelivered(), delivery_proof: PROOF }
  await served.event({ at: at(5), status: 'completed' })
  const proof = within(await screen.findByRole('region', { name: 'Proof of delivery' }))
  expect(
    proof.getByRole('img', { name: /^Your delivery at .* taken by the driver$/ }),
  ).toBeVisible()
  expect(proof.getByRole('img', { name: 'Signature of Ann Lee' })).toBeVisible()
  expect(proof.getByText('At the delivery address, to within 26 ft')).toBeVisible()
  expect(proof.getByText('PIN confirmed')).toBeVisible()
})

test('the customer asks for a PIN and reads it', async () => {
  signedInAs()
  const { current } = serve(anAssigned())
  server.use(
    http.post('*/api/v1/orders/:id/delivery-pin', () => {
      const pin = { code: '4711', given: false, tries_left: 5 }
      current.tracking = { ...anAssigned(), delivery_pin: pin }
      return HttpResponse.json(pin)
    }),
  )
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Ask for a PIN at the Door' }))
  const pin = within(await screen.findByRole('region', { name: 'Delivery PIN' }))
  expect(pin.getByText('4711')).toBeVisible()
})
