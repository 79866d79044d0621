import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '@/testing/render'

test.each([
  ['/terms', 'Terms of Service', 'November 21, 2026'],
  ['/privacy', 'Privacy Policy', 'November 27, 2026'],
])(
  '%s is dated, leads back to the registration, and its contents lead to its sections',
  async (path, title, date) => {
    visit(path)
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByText(date)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to Sign Up' })).toHaveAttribute(
      'href',
      '/register',
    )
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
    const targets = contents.getAllByRole('link').map((link) => link.getAttribute('href')?.slice(1))
    expect(targets.length).toBeGreaterThan(9)
    for (const id of targets) expect(document.getElementById(id as string)).not.toBeNull()
  },
)

test('the policy names what is kept beside accounts and orders', async () => {
  visit('/privacy')
  const section = await screen.findByRole('region', { name: /What we keep/ })
  for (const name of [
    'passkeys and second factors',
    'former names, addresses and numbers',
    'Where you are signed in:',
    'stars, words, and the drivers you add to your favorites',
    'consent to text messages',
    'carrier credentials',
    'the device, the connection and how it sounded',
    'charges that you dispute',
    'your account at the card company',
    'what administrators decide and write about it',
    'the words that were searched',
  ]) {
    expect(section).toHaveTextContent(name)
  }
})
