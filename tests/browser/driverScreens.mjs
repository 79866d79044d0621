// What a driver looks at, drawn by screenshots.mjs.
import { mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { isLoaded } from './page.mjs'

const DRIVER = { email: 'driver@haulage.example', password: 'Haulage-demo-1' }

export async function driving({ see, take }) {
  const { page } = await see('/login?next=/driver-dashboard')
  await signIn(page, mouseActions(page), DRIVER)
  await page.getByText(/^You are O(N|FF)LINE/).waitFor()
  await isLoaded(page)
  await take(page, 'driver-jobs')
  for (const tab of ['earnings', 'performance-analytics', 'tax-center']) {
    await page.goto(`/driver-dashboard?tab=${tab}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await isLoaded(page)
    await take(page, `driver-${tab}`)
  }
  await page.goto('/driver-dashboard/profile')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await isLoaded(page)
  await take(page, 'driver-profile')
}
