import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { assertAccessible, looksRight, SCREENS, visit } from './page.mjs'
import { aPaidOrder } from './paidOrder.mjs'

const MIDTOWN = { lat: 40.7527, lng: -73.9772, address: '89 E 42 ST, New York, NY 10017' }
const BROOKLYN = { lat: 40.7134, lng: -73.9554, address: '200 BEDFORD AV, Brooklyn, NY 11249' }

/** Two days ahead, so that no sample driver sets out meanwhile. */
function atNoon() {
  const day = new Date(Date.now() + 2 * 86_400_000)
  day.setUTCHours(17, 0, 0, 0)
  return day.toISOString()
}

describe('a tracking link', () => {
  test('shows a visitor the order until the customer shares it no longer', async (t) => {
    const trip = { pickup: MIDTOWN, dropoff: BROOKLYN, scheduled_time: atNoon() }
    const { customer, order } = await aPaidOrder(trip)
    const { page } = await visit(t, `/login?next=/track/${order.id}`)
    const actions = mouseActions(page)
    await signIn(page, actions, customer)
    await actions.press(page.getByRole('button', { name: 'Share Tracking Link' }))
    const field = page.getByRole('textbox', { name: 'Link' })
    await field.waitFor()
    await looksRight(page)
    const link = new URL(await field.inputValue())

    const visitor = await visit(t, `${link.pathname}${link.search}`, { screen: SCREENS.phone })
    const panel = visitor.page.getByRole('region', { name: 'Order', exact: true })
    await panel.getByText(`#${order.number}`).waitFor()
    await panel.getByText('Up to date', { exact: true }).waitFor()
    await looksRight(visitor.page)
    const seen = await panel.innerText()
    for (const secret of ['$', customer.phone, customer.name, 'Two boxes']) {
      assert.ok(!seen.includes(secret), `${secret} is shown to whoever has the link`)
    }
    assert.deepEqual(visitor.complaints, [])

    await actions.press(page.getByRole('button', { name: 'Stop Sharing' }))
    await visitor.page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    await assertAccessible(visitor.page)
  })
})
