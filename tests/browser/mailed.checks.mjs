import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { logOut, section } from './account.mjs'
import { newCustomer, PASSWORD } from './customer.mjs'
import {
  confirmed,
  confirmedByDigits,
  open,
  registered,
  signIn,
  skip,
  typeCode,
} from './mailed.mjs'
import { codeOf, digitsIn, linkIn, mailTo } from './mails.mjs'
import {
  assertAccessible,
  fitsEveryScreen,
  looksRightInBothSchemes,
  widthDecoded,
} from './page.mjs'
import { soakTest } from './soak.mjs'

const NEW_PASSWORD = 'Secret-12'

async function setPassword(page) {
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Update Password' }).click()
}

describe('what is mailed', { skip }, () => {
  test('a registration is confirmed by its link, and leads to where it came from', async (t) => {
    const { page, complaints } = await open(t, '/')
    const email = await registered(page, '/account')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText(/^Retry available in: \d+ seconds$/).waitFor()
    await page.goto(linkIn(await mailTo(email, 'Confirm')))
    await page.getByText('Your email address is confirmed. Welcome to haulage!').waitFor()
    const { pathname, search, hash } = new URL(page.url())
    assert.deepEqual({ pathname, search, hash }, { pathname: '/account', search: '', hash: '' })
    // The refusal of a second mail within the minute is logged by the browser itself.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('429')),
      [],
    )
  })

  soakTest('the link does its work in another browser too', async (t) => {
    const { page } = await open(t, '/')
    const email = await registered(page)
    const { page: other } = await open(t, '/')
    await other.goto(linkIn(await mailTo(email, 'Confirm')))
    await other.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    await other.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await signIn(other, email, PASSWORD)
    await other.waitForURL((url) => url.pathname === '/dashboard')
  })

  test('a forgotten password is replaced by the link, and the new one signs in', async (t) => {
    const { page } = await open(t, '/')
    const email = await confirmed(page)
    const { page: other, complaints } = await open(t, '/login')
    await other.getByRole('link', { name: 'Forgot password?' }).click()
    await other.getByRole('heading', { name: 'Forgot password' }).waitFor()
    await other.getByLabel('Email').fill(email)
    await other.getByRole('button', { name: 'Send Reset Link' }).click()
    await other.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    await looksRightInBothSchemes(other)
    const link = linkIn(await mailTo(email, 'Reset'))
    await other.goto(link)
    await setPassword(other)
    await other
      .getByText('Password updated successfully! Please sign in with your new password.')
      .waitFor()
    await other.waitForURL((url) => url.pathname === '/login')
    await signIn(other, email, NEW_PASSWORD)
    await other.waitForURL((url) => url.pathname === '/dashboard')
    await other.goto(link)
    await other
      .getByText('Invalid or expired reset link. Please request a new password reset.')
      .waitFor()
    assert.deepEqual(complaints, [])
  })

  soakTest('its digits do the same where the link was opened elsewhere', async (t) => {
    const { page } = await open(t, '/')
    const email = await confirmed(page)
    const { page: other } = await open(t, '/forgot-password')
    await other.getByLabel('Email').fill(email)
    await other.getByRole('button', { name: 'Send Reset Link' }).click()
    await other.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    await typeCode(other, digitsIn(await mailTo(email, 'Reset')))
    await setPassword(other)
    await other.waitForURL((url) => url.pathname === '/login')
  })

  test('an address moves once both mailboxes have agreed, by a code and by a link', async (t) => {
    const { page, complaints } = await open(t, '/')
    const old = await confirmed(page, '/account')
    const moved = newCustomer().email
    const email = section(page, 'Email')
    await email.getByLabel('New email').fill(moved)
    await email.getByRole('button', { name: 'Change Email' }).click()
    await email.getByRole('status').filter({ hasText: 'and another one to' }).waitFor()
    const code = email.getByRole('group', { name: `Code from the mail to ${old}` })
    await code.getByLabel('Digit 1 of 6').click()
    await page.keyboard.type(digitsIn(await mailTo(old, 'Confirm the change')))
    await code.waitFor({ state: 'detached' })
    await page.goto(linkIn(await mailTo(moved, '')))
    await page.getByText('Your email address was changed.').waitFor()
    await section(page, 'Email').getByText(moved).waitFor()
    assert.deepEqual(complaints, [])
  })

  soakTest('the link of the first of the two mails sends to the other one', async (t) => {
    const { page } = await open(t, '/')
    const old = await confirmed(page, '/account')
    const moved = newCustomer().email
    const email = section(page, 'Email')
    await email.getByLabel('New email').fill(moved)
    await email.getByRole('button', { name: 'Change Email' }).click()
    await email.getByRole('status').filter({ hasText: 'and another one to' }).waitFor()
    await page.goto(linkIn(await mailTo(moved, '')))
    await page.getByRole('heading', { name: 'One more mail to answer' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Your account' }).click()
    await email.getByText(/when you open it, or type the code/).waitFor()
    await page.goto(linkIn(await mailTo(old, 'Confirm the change')))
    await page.getByText('Your email address was changed.').waitFor()
  })

  test('a second factor is set up and asked for', async (t) => {
    const { page } = await open(t, '/', { scheme: 'dark' })
    const email = await registered(page, '/account')
    await fitsEveryScreen(page)
    await confirmedByDigits(page, email)
    await page.getByRole('button', { name: 'Set Up Two-Factor' }).click()
    const picture = page.getByRole('img', { name: 'QR code for your application' })
    await picture.waitFor()
    assert.ok((await widthDecoded(picture)) > 0)
    await looksRightInBothSchemes(page)
    await fitsEveryScreen(page)
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await typeCode(page, codeOf(secret))
    await page.getByText('From now on, signing in asks for a code as well.').waitFor()
    await logOut(page)
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/login?next=/account')
    await signIn(page, email, PASSWORD)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await looksRightInBothSchemes(page)
    await typeCode(page, '000000')
    await page.getByText(/^This code is not right/).waitFor()
    // No code works twice; the next one is taken already.
    await typeCode(page, codeOf(secret, 1))
    await page.waitForURL((url) => url.pathname === '/account')
    await page.getByRole('button', { name: /^Remove / }).waitFor()
  })
})
