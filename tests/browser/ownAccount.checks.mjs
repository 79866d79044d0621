import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { agree, beAtGoogle, leave, section } from './account.mjs'
import { mouseActions } from './actions.mjs'
import { newCustomer, register, signIn } from './customer.mjs'
import { assertAccessible, visit } from './page.mjs'
import { soakTest } from './soak.mjs'

const REFUSED = 'Invalid email or password. Please check your credentials and try again.'

/** A new customer on their account page. */
async function onAccount(t) {
  const { page, complaints } = await visit(t, '/register?next=/account')
  const customer = await register(page, mouseActions(page))
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  return { page, complaints, customer }
}

/** The same person in another browser. */
async function elsewhere(t, customer) {
  const { page } = await visit(t, '/login?next=/account')
  await signIn(page, mouseActions(page), customer)
  // All that the page asks for has come.
  await section(page, 'Linked accounts').getByRole('button', { name: 'Link Google' }).waitFor()
  return page
}

async function signOutElsewhere(page) {
  const devices = section(page, 'Signed-in devices')
  await devices.getByRole('button', { name: 'Sign Out Elsewhere' }).click()
  await devices.getByText('Every other device has been signed out.').waitFor()
}

/** As the browser tells a page that somebody turns to its window. */
function comeBackTo(page) {
  return page.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
}

describe('one’s own account', () => {
  test('Google opens an account, which keeps where somebody wanted to go', async (t) => {
    const { page, complaints } = await visit(t, '/login?next=/account')
    const { email } = newCustomer()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await beAtGoogle(page, { name: 'Gus Google', email })
    await page.waitForURL((url) => url.pathname === '/account')
    await page.getByRole('banner').getByRole('button', { name: 'Gus Google' }).waitFor()
    assert.equal(await section(page, 'Profile').getByLabel('Phone').inputValue(), '')
    assert.deepEqual([new URL(page.url()).search, new URL(page.url()).hash], ['', ''])
    await leave(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await beAtGoogle(page, { name: 'Gus Google', email, answer: 'Cancel' })
    await page.getByText('Google sign-in failed. Please try again or use email/password.').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('Google is linked, opens the account, and opens it no more once it is unlinked', async (t) => {
    const { page, customer } = await onAccount(t)
    const gus = { name: 'Gus Google', email: newCustomer().email }
    const linked = section(page, 'Linked accounts')
    await linked.getByRole('button', { name: 'Link Google' }).click()
    await beAtGoogle(page, gus)
    await page.getByText('The account was linked.').waitFor()
    await linked.getByText(gus.email).waitFor()
    await leave(page)
    await page.goto('/login?next=/account')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await beAtGoogle(page, gus)
    await page.getByRole('main').getByText(customer.email).first().waitFor()
    await linked.getByRole('button', { name: 'Unlink Google' }).click()
    await agree(page, 'Unlink Google?', 'Unlink')
    await linked.getByText('Google is no longer linked.').waitFor()
    await leave(page)
    await page.goto('/login?next=/account')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await beAtGoogle(page, gus)
    await page.getByRole('banner').getByRole('button', { name: 'Gus Google' }).waitFor()
    await page.getByRole('main').getByText(gus.email).first().waitFor()
  })

  soakTest(
    'signing out elsewhere is noticed by whoever comes back to the other browser, and keeps this one',
    async (t) => {
      const { page, customer } = await onAccount(t)
      const other = await elsewhere(t, customer)
      await signOutElsewhere(page)
      await comeBackTo(other)
      await other.getByText('Your session has ended. Please sign in again.').waitFor()
      await other.waitForURL((url) => url.pathname === '/login')
      await page.reload()
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
    },
  )

  test('what was typed in a browser that was signed out elsewhere is still there after signing in again', async (t) => {
    const { page, customer } = await onAccount(t)
    const other = await elsewhere(t, customer)
    const profile = section(other, 'Profile')
    await profile.getByLabel('Name').fill('Half a na')
    await signOutElsewhere(page)
    await comeBackTo(other)
    const dialog = other.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await assertAccessible(other)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await other.getByRole('button', { name: 'Sign in again' }).click()
    await dialog.getByLabel('Email').fill(customer.email)
    await dialog.getByLabel('Password', { exact: true }).fill(customer.password)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await profile.getByLabel('Name').inputValue(), 'Half a na')
    await profile.getByLabel('Name').fill('Half a name')
    await profile.getByRole('button').click()
    await other.getByRole('banner').getByRole('button', { name: 'Half a name' }).waitFor()
  })

  test('what is held about somebody comes as a file', async (t) => {
    const { page } = await onAccount(t)
    const data = section(page, 'Download my data')
    const coming = page.waitForEvent('download')
    await data.getByRole('button', { name: 'Download My Data' }).click()
    const file = await coming
    assert.equal(file.suggestedFilename(), 'haulage-my-data.zip')
    const archive = await readFile(await file.path(), 'latin1')
    assert.ok(archive.startsWith('PK'))
    for (const name of ['about.json', 'account.json', 'profile.json'])
      assert.ok(archive.includes(name))
    await data.getByText('haulage-my-data.zip was saved.').waitFor()
  })

  test('a deleted account is gone in every browser, and its password opens nothing', async (t) => {
    const { page, complaints, customer } = await onAccount(t)
    const other = await elsewhere(t, customer)
    const end = section(page, 'Delete my account')
    await end.getByRole('button', { name: 'Delete My Account' }).click()
    await agree(page, 'Delete your account?', 'Keep My Account')
    await end.getByRole('button', { name: 'Delete My Account' }).click()
    await agree(page, 'Delete your account?', 'Delete My Account')
    await page.getByText('Your account was deleted.').waitFor()
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
    assert.deepEqual(complaints, [])
    await section(other, 'Download my data').getByRole('button').click()
    await other.getByText('Your session has ended. Please sign in again.').waitFor()
    await page.goto('/login')
    await page.getByLabel('Email').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByText(REFUSED).waitFor()
  })
})
