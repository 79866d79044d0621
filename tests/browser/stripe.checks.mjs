import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mouseActions, touchActions } from './actions.mjs'
import {
  CARDS,
  centsIn,
  chooseDriver,
  chooseService,
  fillDetails,
  fillLocations,
  goOn,
  pay,
  payButton,
  register,
  signIn,
  stepTitle,
} from './customer.mjs'
import { assertAccessible, looksRight, SCREENS, visit } from './page.mjs'
import { documentOf, wordsOf } from './pdf.mjs'
import {
  banksPage,
  deliver,
  driverAtWork,
  fillStripesFields,
  leadToSimulator,
  marketplaceOnStripe,
  OWN_FIELDS,
  paidOrder,
  setUpAccount,
  somebody,
  stripesFields,
  tomorrowAtNoon,
  unpaidOrder,
} from './stripe.mjs'
import { until } from './until.mjs'

const DECLINED =
  'Payment failed: Your card was declined. Please try a different payment method. Please try again or contact support.'

/** The browser's own word for the declined card. */
const REFUSED_BY_STRIPE =
  'Failed to load resource: the server responded with a status of 402 (Payment Required)'

describe('a server that asks Stripe', { concurrency: 1 }, () => {
  let place
  before(async () => {
    place = await marketplaceOnStripe()
  })
  after(() => place?.stop())

  describe('cards that a provider takes over the network', () => {
    const open = (t, path) => visit(t, path, { base: place.base })
    const signedIn = async (t, path, who) => {
      const { page } = await open(t, `/login?next=${encodeURIComponent(path)}`)
      await signIn(page, mouseActions(page), who)
      return page
    }

    test('are declined, refused by their bank, and charged once it agrees', async (t) => {
      await driverAtWork(place)
      const { page } = await open(t, '/register?next=/book-service')
      const actions = mouseActions(page)
      await register(page, actions)
      await bookForTomorrow(page, actions)
      const cents = await centsIn(payButton(page).and(page.locator(':enabled')))
      await pay(page, actions, CARDS.declined)
      await page.getByText(DECLINED).waitFor()
      await page.getByText('Nothing was charged. Your booking is kept.').waitFor()

      const bank = page.getByRole('dialog', { name: 'Confirm with your bank' })
      await pay(page, actions, CARDS.asksTheBank)
      await bank.getByRole('button', { name: 'Decline' }).click()
      await page.getByText(/^Payment failed: .*Please try again or contact support\.$/).waitFor()
      await payButton(page).click()
      await bank.getByRole('button', { name: 'Approve payment' }).click()
      await page.waitForURL(/\/track\//)

      const orderId = new URL(page.url()).pathname.split('/').at(-1)
      const charges = await place.stripe.list(`/v1/charges?transfer_group=${orderId}`)
      const paid = charges.filter((charge) => charge.paid)
      assert.deepEqual(
        paid.map((charge) => [charge.amount, charge.payment_method_details.card.last4]),
        [[cents, '3220']],
      )

      await page.getByRole('link', { name: 'Payment confirmation and receipt' }).click()
      const summary = page.getByRole('region', { name: 'Payment summary' })
      const number = (await summary.getByText(/^Receipt MN/).innerText()).replace('Receipt ', '')
      const press = () => summary.getByRole('button', { name: 'Download Receipt' }).click()
      const words = wordsOf(await documentOf(page, press))
      for (const part of [
        number,
        'Ann Example',
        'Visa ending in 3220',
        `Total ${dollars(cents)}`,
      ]) {
        assert.ok(words.includes(part), `${part} is in "${words}"`)
      }
    })

    test('get part of a payment back, as their owner can see', async (t) => {
      const customer = await somebody(place.base)
      const { order, payment } = await paidOrder(place, customer)
      const admin = await signedIn(t, '/admin?tab=payments', place.admin)
      await admin.getByRole('button', { name: `Refund payment ${payment.id}` }).click()
      const dialog = admin.getByRole('dialog', { name: 'Refund payment' })
      await dialog.getByLabel('Amount in dollars').fill('1.50')
      await dialog.getByLabel('Reason').fill('Late')
      await assertAccessible(admin)
      await dialog.getByRole('button', { name: 'Refund $1.50' }).click()
      await admin.getByText('$1.50 will be given back.').waitFor()
      await looksRight(admin)
      await until(
        () => customer.get('/payments/history'),
        ({ items }) => items[0].refunded_cents === 150,
      )
      const [charge] = await place.stripe.list(`/v1/charges?transfer_group=${order.id}`)
      assert.equal(charge.amount_refunded, 150)

      const page = await signedIn(t, '/dashboard?tab=payments', customer)
      const row = page.getByRole('row', { name: new RegExp(`#${order.number}`) })
      await row.getByText('Refunded: $1.50').waitFor()
      const spent = page.getByRole('region', { name: 'Payment History' }).getByText('Total Spent')
      assert.equal(await centsIn(spent.locator('..')), order.price_cents - 150)
    })

    test('bring a driver nothing while transfers are refused, and everything after a retry', async (t) => {
      const { order, driver } = await paidOrder(place, await somebody(place.base))
      await setUpAccount(place, driver)
      await place.stripe.post('/simulator/faults', { path: 'POST /v1/transfers', what: 'refuse' })
      await deliver(driver, order)
      const splitOf = async () => {
        const { items } = await place.admin.get('/splits/all')
        return items.find((split) => split.order_id === order.id)
      }
      await until(splitOf, (split) => split.split_status === 'failed')
      assert.deepEqual(await place.stripe.list(`/v1/transfers?transfer_group=${order.id}`), [])

      const page = await signedIn(t, '/admin?tab=splits', place.admin)
      const split = page.getByRole('article', { name: `Order #${order.number}` })
      await split.getByText("The driver's share could not be sent").waitFor()
      await looksRight(page)
      await split.getByRole('button', { name: 'Retry Split' }).click()
      await page.getByText('Payment split retry initiated successfully!').waitFor()
      const { driver_amount_cents: share } = await until(
        splitOf,
        ({ split_status: status }) => status === 'completed',
      )
      const sent = await place.stripe.list(`/v1/transfers?transfer_group=${order.id}`)
      assert.deepEqual(
        sent.map((transfer) => transfer.amount),
        [share],
      )
    })

    for (const [width, wishes] of [
      ['a phone', { screen: SCREENS.phone, touch: true, scheme: 'dark' }],
      ['a desktop', { screen: SCREENS.desktop }],
    ]) {
      test(`wait for the driver's account, which is set up at ${width}, and go`, async (t) => {
        const { order, driver } = await paidOrder(place, await somebody(place.base))
        await deliver(driver, order)
        const sent = () => place.stripe.list(`/v1/transfers?transfer_group=${order.id}`)
        const { page, complaints } = await visit(t, '/login?next=/driver-dashboard?tab=earnings', {
          base: place.base,
          ...wishes,
        })
        const actions = (wishes.touch ? touchActions : mouseActions)(page)
        await signIn(page, actions, driver)
        const account = page.getByRole('region', { name: 'Payout account' })
        const goOnInTheForm = async (how) => {
          await actions.press(account.getByRole('button', { name: /^(Set Up Payouts|Continue)$/ }))
          await actions.press(page.getByRole('button', { name: how, exact: true }))
          await page.waitForURL(`${place.base}/driver-dashboard?tab=earnings`)
        }
        await account.getByText(/What you earn waits for you\.$/).waitFor()
        await goOnInTheForm('Leave')
        await account.getByText('Your account is not set up yet.').waitFor()
        await account.getByText('Your Social Security number').waitFor()
        await looksRight(page)
        await goOnInTheForm('Finish without the document they ask for')
        await account.getByText('Restricted').waitFor()
        await account.getByText(/^Still needed by /).waitFor()
        await assertAccessible(page)
        await looksRight(page)
        assert.deepEqual(await sent(), [])
        await goOnInTheForm('Finish')
        await account.getByText('Active').waitFor()
        await until(sent, (transfers) => transfers.length === 1)
        await assertAccessible(page)
        await looksRight(page)
        const opened = page.waitForEvent('popup')
        await actions.press(account.getByRole('button', { name: 'Open Dashboard' }))
        await (await opened).getByText('Payouts are on.').waitFor()
        assert.deepEqual(complaints, [])
      })
    }

    test('are disputed at their bank, which their history says', async (t) => {
      const customer = await somebody(place.base)
      const { order } = await paidOrder(place, customer)
      const [charge] = await place.stripe.list(`/v1/charges?transfer_group=${order.id}`)
      const dispute = await place.stripe.post('/simulator/disputes', { charge: charge.id })
      await until(
        () => customer.get('/payments/history'),
        ({ items }) => items[0].status === 'disputed',
      )
      const page = await signedIn(t, '/dashboard?tab=payments', customer)
      const row = page.getByRole('row', { name: new RegExp(`#${order.number}`) })
      await row.getByText('Disputed').waitFor()
      await row.getByRole('button', { name: /^View details/ }).click()
      const details = page.getByRole('dialog')
      await details.getByText('This payment was disputed at the card’s bank.').waitFor()
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await place.stripe.post(`/simulator/disputes/${dispute.id}/won`, {})
      await until(
        () => customer.get('/payments/history'),
        ({ items }) => items[0].status === 'completed',
      )
      await page.getByRole('button', { name: 'Refresh' }).click()
      await row.getByText('Completed').waitFor()
    })
  })

  describe('cards that browsers show to Stripe in its own fields', () => {
    before(() => place.start(OWN_FIELDS))

    /** The payment of an order that was booked and not paid. */
    const atThePayment = async (t, wishes) => {
      const customer = wishes?.customer ?? (await somebody(place.base))
      const { order } = await unpaidOrder(place, customer)
      const { page, complaints } = await visit(t, `/login?next=/book-service?order=${order.id}`, {
        base: place.base,
        before: (opened) => leadToSimulator(opened, place.stripe),
        ...wishes,
      })
      const actions = (wishes?.touch ? touchActions : mouseActions)(page)
      await signIn(page, actions, customer)
      await payButton(page).and(page.locator(':enabled')).waitFor()
      return { page, actions, complaints, order }
    }
    const charged = async ({ id }) => {
      const charges = await place.stripe.list(`/v1/charges?transfer_group=${id}`)
      return charges.filter((charge) => charge.paid).map((charge) => charge.amount)
    }

    test('pay at once, and never come near the server', async (t) => {
      const { page, actions, complaints, order } = await atThePayment(t, {
        screen: SCREENS.phone,
        touch: true,
        scheme: 'dark',
      })
      const bodies = []
      page.on('request', (request) => {
        if (request.url().startsWith(place.base)) bodies.push(request.postData() ?? '')
      })
      assert.equal(await page.getByLabel('Card Number').count(), 0)
      await fillStripesFields(page, actions, CARDS.pays)
      await assertAccessible(page)
      await actions.press(payButton(page))
      await page.waitForURL(/\/track\//)
      assert.deepEqual(await charged(order), [order.price_cents])
      assert.ok(bodies.every((body) => !body.replaceAll(/\D/g, '').includes('4242424242424242')))
      assert.deepEqual(complaints, [])
    })

    test('are saved by a tick, and pay the next order in one press once their bank agrees', async (t) => {
      const customer = await somebody(place.base)
      const first = await atThePayment(t, { customer })
      await fillStripesFields(first.page, first.actions, CARDS.asksTheBank)
      await first.page.getByLabel('Save this card for next time').check()
      await payButton(first.page).click()
      await banksPage(first.page).getByRole('button', { name: 'Complete authentication' }).click()
      await first.page.waitForURL(/\/track\//)

      const wishes = { customer, screen: SCREENS.phone, touch: true, scheme: 'dark' }
      const { page, actions, complaints, order } = await atThePayment(t, wishes)
      await page
        .getByRole('radio', { name: /^Visa ending 3220/ })
        .and(page.locator(':checked'))
        .waitFor()
      assert.equal(await page.locator('iframe[title="Secure payment input frame"]').count(), 0)
      await assertAccessible(page)
      await looksRight(page)
      await actions.press(payButton(page))
      await banksPage(page).getByRole('button', { name: 'Complete authentication' }).click()
      await page.waitForURL(/\/track\//)
      assert.deepEqual(await charged(order), [order.price_cents])
      assert.deepEqual(complaints, [])

      await page.goto('/account')
      await page.getByRole('button', { name: 'Remove Visa ending 3220' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText(/^None yet\. Tick/).waitFor()
      const kept = () => place.stripe.list('/v1/payment_methods')
      await until(kept, (methods) => methods.every((method) => method.customer === null))
    })

    test('are unfinished, declined, refused by their bank, and charged once it agrees', async (t) => {
      const { page, actions, complaints, order } = await atThePayment(t)
      await actions.write(stripesFields(page).getByLabel('Card number'), '4242')
      await payButton(page).click()
      await stripesFields(page).getByText('Your card number is incomplete.').waitFor()
      await looksRight(page)

      await fillStripesFields(page, actions, CARDS.declined)
      await payButton(page).click()
      await page
        .getByText('Payment failed: Your card was declined. Please try again or contact support.')
        .waitFor()
      await page.getByText('Nothing was charged. Your booking is kept.').waitFor()

      await fillStripesFields(page, actions, CARDS.asksTheBank)
      await payButton(page).click()
      await banksPage(page).getByRole('button', { name: 'Fail authentication' }).click()
      await page.getByText(/^Payment failed: We are unable to authenticate your payment/).waitFor()
      assert.deepEqual(await charged(order), [])

      await payButton(page).click()
      await banksPage(page).getByRole('button', { name: 'Complete authentication' }).click()
      await page.waitForURL(/\/track\//)
      assert.deepEqual(await charged(order), [order.price_cents])
      await page.getByRole('link', { name: 'Payment confirmation and receipt' }).waitFor()
      assert.deepEqual(complaints, [REFUSED_BY_STRIPE])
    })
  })
})

/** From the first step to the payment, for a time at which drivers work whenever this is run. */
async function bookForTomorrow(page, actions) {
  await chooseService(page, actions)
  await goOn(page, actions)
  await fillLocations(page, actions)
  await chooseTime(page, tomorrowAtNoon())
  await goOn(page, actions)
  await fillDetails(page, actions)
  await goOn(page, actions)
  await chooseDriver(page, actions)
  await stepTitle(page, 'Payment and confirmation').waitFor()
}

/** Browser and checks are in one time zone: that of the machine. */
async function chooseTime(page, time) {
  await page.getByText('Schedule', { exact: true }).click()
  await page.getByRole('button', { name: 'Date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pickup date' })
  const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(time)
  await dialog.getByRole('button', { name: written, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('Arrival window', { exact: true }).selectOption(String(time.getHours()))
}

function dollars(cents) {
  return `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
