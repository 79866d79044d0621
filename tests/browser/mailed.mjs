// Somebody at the server that asks to confirm addresses.
import { newCustomer } from './customer.mjs'
import { CONFIRMING, digitsIn, mailTo } from './mails.mjs'
import { visit } from './page.mjs'

export const skip = CONFIRMING
  ? false
  : 'HAULAGE_CONFIRMING_URL names no server that confirms addresses'
export const open = (t, path, options) => visit(t, path, { ...options, base: CONFIRMING })

/** Registers on the page, as far as the mail. */
export async function registered(page, next = '/dashboard') {
  const { name, email, phone, password } = newCustomer()
  await page.goto(`/register?next=${encodeURIComponent(next)}`)
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  return email
}

/** Registers and confirms by the digits of the mail. */
export async function confirmed(page, next) {
  const email = await registered(page, next)
  await confirmedByDigits(page, email)
  return email
}

/** What is left to do for somebody who has registered on this page. */
export async function confirmedByDigits(page, email) {
  await typeCode(page, digitsIn(await mailTo(email, 'Confirm')))
  await page.waitForURL((url) => url.pathname !== '/register')
}

export async function typeCode(page, code) {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

export async function signIn(page, email, password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
