// What an administrator looks at, drawn by screenshots.mjs.
import { mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { isLoaded } from './page.mjs'

const ADMIN = { email: 'admin@haulage.example', password: 'Haulage-demo-1' }
const LISTS = [
  'orders',
  'people',
  'payments',
  'splits',
  'tax',
  'differences',
  'claims',
  'contests',
  'audit',
  'jobs',
]

/** The overview with a day opened, each list, and what opens from them. */
export async function administration({ see, take }) {
  const { page } = await see('/login?next=/admin')
  await signIn(page, mouseActions(page), ADMIN)
  await page.getByRole('heading', { name: 'Today so far' }).waitFor()
  await take(page, 'admin-overview')
  await page
    .getByRole('button', { name: /^Show / })
    .last()
    .click()
  await page.getByRole('heading', { name: /, so far$/ }).waitFor()
  await isLoaded(page)
  await take(page, 'admin-overview-day')
  for (const tab of LISTS) {
    await page.goto(`/admin?tab=${tab}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await isLoaded(page)
    await take(page, `admin-${tab}`)
  }
  await page.goto('/admin?tab=orders&status=completed')
  await page.getByRole('article').first().getByRole('button').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await take(page, 'admin-orders-opened')
  await page.goto('/admin?tab=orders')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('dialog').waitFor()
  await take(page, 'admin-export', { whole: false })
  await page.goto('/admin?tab=people&role=driver')
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await isLoaded(page)
  await take(page, 'admin-person')
  await page.goto('/admin?tab=payments')
  await page
    .getByRole('button', { name: /^Refund payment/ })
    .and(page.locator(':enabled'))
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await take(page, 'admin-refund', { whole: false })
}
