import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { section } from './account.mjs'
import { open, skip } from './mailed.mjs'
import { looksRightInBothSchemes, visit } from './page.mjs'

describe('test users', () => {
  test('one is made, checked and signs in', async (t) => {
    const { page, complaints } = await visit(t, '/test-user-creation')
    await looksRightInBothSchemes(page)
    await page.getByRole('button', { name: 'Create Test User' }).click()
    const made = section(page, 'Create a test user').getByRole('listitem')
    const detail = (name) => made.locator(`dt:text-is("${name}") + dd`).innerText()
    const [id, email, password] = [
      await detail('Auth ID'),
      await detail('Email'),
      await detail('Password'),
    ]
    await page.getByLabel('User ID').fill(id)
    await page.getByRole('button', { name: 'Check Auth User' }).click()
    const check = section(page, 'Check an auth user')
    await check.getByText('There is such a user.').waitFor()
    await check.getByText(email).waitFor()
    await looksRightInBothSchemes(page)
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL((url) => url.pathname === '/dashboard')
    assert.deepEqual(complaints, [])
  })

  test('outside test mode the page does not exist', { skip }, async (t) => {
    const { page, response } = await open(t, '/test-user-creation')
    assert.equal(response.status(), 404)
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  })
})
