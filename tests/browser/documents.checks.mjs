import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyboardActions } from './actions.mjs'
import { register } from './customer.mjs'
import { looksRightInBothSchemes, SCREENS, visit } from './page.mjs'
import { emptyPdf } from './pdf.mjs'

describe('documents', () => {
  test('files and a camera picture are sent on a phone, also over a new start of the page', async (t) => {
    const { page, complaints } = await visit(t, '/register', { screen: SCREENS.phone })
    await register(page, keyboardActions(page))
    await page.goto('/drive-with-us?step=3')
    await page.getByRole('button', { name: 'Start Application' }).click()
    await page.getByLabel('First Name').waitFor()
    await page.goto('/drive-with-us?step=4')
    const card = (name) => page.getByRole('region', { name })
    await page.getByText('0 of 6 required documents approved').waitFor()
    await looksRightInBothSchemes(page)

    const input = (label) => page.getByLabel(label, { exact: true })
    await input('Proof of age: choose a file').setInputFiles(
      emptyPdf('harmful.pdf', '/OpenAction<</S/JavaScript/JS(1)>>'),
    )
    await card('Proof of age')
      .getByText(/^Upload failed: This PDF has scripts in it/)
      .waitFor()
    assert.match(complaints.pop() ?? '', /422/)
    await input('Proof of age: choose a file').setInputFiles(emptyPdf('proof of age.pdf'))
    await card('Proof of age').getByText('proof of age.pdf').waitFor()
    const camera = {
      name: 'image.jpg',
      mimeType: 'image/jpeg',
      buffer: await page.screenshot({ type: 'jpeg' }),
    }
    await input('Profile photo: take a photo').setInputFiles(camera)
    await card('Profile photo').getByText('image.jpg').waitFor()

    // It breaks off after its first piece; the page is opened anew, and it goes on by itself.
    await page.route('**/document-uploads/*/524288?*', (route) => route.abort())
    await input('Vehicle registration: choose a file').setInputFiles(
      emptyPdf('registration.pdf', '', 800_000),
    )
    await card('Vehicle registration')
      .getByText(/^Upload failed/)
      .waitFor()
    assert.match(complaints.pop() ?? '', /ERR_FAILED/)
    await page.unroute('**/document-uploads/*/524288?*')
    const pieces = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') pieces.push(new URL(request.url()).pathname.split('/').at(-1))
    })
    await page.reload()
    await card('Vehicle registration').getByText('registration.pdf').waitFor()
    assert.deepEqual(pieces, ['524288'])
    await page.getByText('3 of 6 required documents approved').waitFor()
    await page.getByRole('button', { name: 'Preview Proof of age' }).click()
    const drawn = page.getByRole('dialog').getByRole('img', { name: 'Proof of age' })
    await drawn.evaluate((image) => image.decode())
    await page.getByRole('button', { name: 'Rotate' }).click()
    await looksRightInBothSchemes(page)
    assert.deepEqual(complaints, [])
  })
})
