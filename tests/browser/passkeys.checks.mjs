import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { agree, deviceOf, leave, section } from './account.mjs'
import { confirmed, open, registered, skip } from './mailed.mjs'
import { CONFIRMING, linkIn, mailTo } from './mails.mjs'
import { assertAccessible, looksRightInBothSchemes, visit } from './page.mjs'
import { soakTest } from './soak.mjs'

describe('passkeys', { skip }, () => {
  test('one is added, named, signs in with both factors, and opens nothing once it is removed', async (t) => {
    const { page, complaints } = await open(t, '/')
    const device = await deviceOf(page)
    await confirmed(page, '/account')
    const passkeys = section(page, 'Passkeys')
    await passkeys.getByRole('button', { name: 'Add a Passkey' }).click()
    await passkeys.getByLabel('Name of the passkey').fill('Phone')
    await page.keyboard.press('Enter')
    await passkeys.getByText('It is called Phone now.').waitFor()
    await passkeys.getByText(/^Added .*, not used yet$/).waitFor()
    assert.equal((await device.credentials()).length, 1)
    // The device knows that it has one of this account, and makes no second.
    await passkeys.getByRole('button', { name: 'Add a Passkey' }).click()
    await passkeys.getByText('This device has a passkey of your account already.').waitFor()

    await leave(page)
    await page.goto('/login?next=/account')
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.waitForURL((url) => url.pathname === '/account')
    await passkeys.getByText(/^Added .*, last used /).waitFor()

    await passkeys.getByRole('button', { name: 'Remove Phone' }).click()
    await agree(page, 'Remove Phone?', 'Remove')
    await passkeys.getByText('Phone was removed.').waitFor()
    await leave(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.getByText('This passkey opens no account here. It may have been removed.').waitFor()
    assert.equal(new URL(page.url()).pathname, '/login')
    // The refusal at the end is logged by the browser itself.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('422')),
      [],
    )
  })

  test('are said to be at the name of a server that was opened by its number', async (t) => {
    const numbered = new URL(CONFIRMING)
    numbered.hostname = '127.0.0.1'
    const { page } = await visit(t, '/', { base: numbered.origin })
    // The link in the mail comes back to where it was asked for, not to the server's other name.
    const email = await registered(page, '/account')
    await page.goto(linkIn(await mailTo(email, 'Confirm')))
    await page.waitForURL(`${numbered.origin}/account`)
    const there = section(page, 'Passkeys').getByRole('link', { name: `${CONFIRMING}/account` })
    await there.waitFor()
    await assertAccessible(page)
    await leave(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /passkey/ }).count(), 0)
  })

  soakTest('the wrong finger is told', async (t) => {
    const { page } = await open(t, '/login', { scheme: 'dark' })
    const device = await deviceOf(page)
    await device.verifies(false)
    await confirmed(page, '/account')
    const passkeys = section(page, 'Passkeys')
    await passkeys.getByRole('button', { name: 'Add a Passkey' }).click()
    await passkeys.getByText(/^The request was canceled or took too long\./).waitFor()
    await device.verifies(true)
    await passkeys.getByRole('button', { name: 'Add a Passkey' }).click()
    await passkeys.getByLabel('Name of the passkey').waitFor()
    await looksRightInBothSchemes(page)
    await passkeys.getByRole('button', { name: 'Cancel' }).click()
    await leave(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with a passkey' }).waitFor()
    await looksRightInBothSchemes(page)
  })
})
