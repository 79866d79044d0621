import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { logOut } from './account.mjs'
import {
  assertAccessible,
  fitsEveryScreen,
  looksRightInBothSchemes,
  SCREENS,
  visit,
} from './page.mjs'
import { soakTest } from './soak.mjs'

/** A new account every time: the server under test may be a demonstration or an empty marketplace. */
async function register(page, { role = 'Customer', next = '/dashboard' } = {}) {
  const email = `ann.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`
  await page.goto(`/register?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Name').fill('Ann Example')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+1 212 555 0100')
  await page.getByLabel('Password', { exact: true }).fill('secret-1')
  await page.getByLabel('Confirm password').fill('secret-1')
  await page.getByRole('radio', { name: role }).check()
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname !== '/register')
  return email
}

describe('accounts', () => {
  test('somebody registers, reloads, leaves, and comes back by keyboard', async (t) => {
    const { page, complaints } = await visit(t, '/')
    const email = await register(page)
    await page.getByText('No orders yet. Book your first service to get started!').waitFor()
    await page.reload()
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Ann Example' }).waitFor()
    await logOut(page)
    await page.waitForURL((url) => url.pathname === '/')
    await header.getByRole('link', { name: 'Login' }).waitFor()
    await page.goto('/dashboard')
    await page.getByText('You need to be logged in to view your dashboard').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).press('Enter')
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('secret-1')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/dashboard')
    assert.deepEqual(complaints, [])
  })

  test('signing out in one tab signs out the other', async (t) => {
    const { page, context } = await visit(t, '/')
    await register(page)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await other.getByText('No orders yet.').waitFor()
    await logOut(page)
    await other.getByText('You need to be logged in to view your dashboard').waitFor()
  })

  soakTest('a wrong password is told, and the address is not sent away', async (t) => {
    const { page } = await visit(t, '/login?next=//evil.example')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('wrong-1')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page
      .getByText('Invalid email or password. Please check your credentials and try again.')
      .waitFor()
    assert.equal(new URL(page.url()).pathname, '/login')
  })

  test('why a registration was refused comes into view on a phone', async (t) => {
    const { page } = await visit(t, '/register', { screen: SCREENS.phone, touch: true })
    const email = await register(page)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/register')
    await page.getByLabel('Name').fill('Ann Example')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Phone').fill('+1 212 555 0100')
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByLabel('Confirm password').fill('secret-1')
    await page.getByRole('checkbox', { name: /I agree/ }).check()
    await page.getByRole('button', { name: 'Create account' }).tap()
    const warning = page.getByText(
      'An account with this email already exists. Please sign in instead.',
    )
    await warning.waitFor()
    const box = await warning.boundingBox()
    const header = await page.getByRole('banner').boundingBox()
    assert.ok(box.y >= header.y + header.height && box.y + box.height <= SCREENS.phone.height)
  })

  test('a new driver goes on to the application, which says that the first step is done', async (t) => {
    const { page } = await visit(t, '/')
    await register(page, { role: 'Driver' })
    await page.getByRole('heading', { name: 'Your way to the first job' }).waitFor()
    await page.getByText('You are registered as a driver.').waitFor()
    await assertAccessible(page)
    await fitsEveryScreen(page)
  })

  test('a signed-in header, the dashboard and the search are accessible in both schemes', async (t) => {
    const { page, complaints } = await visit(t, '/register', { scheme: 'dark' })
    await fitsEveryScreen(page)
    await register(page)
    await page.getByText('No orders yet.').waitFor()
    await looksRightInBothSchemes(page)
    await fitsEveryScreen(page)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages and actions').waitFor()
    await looksRightInBothSchemes(page)
    assert.deepEqual(complaints, [])
  })
})
