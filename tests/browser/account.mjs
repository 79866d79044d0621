// What somebody does about their own account, and the devices and providers that they do it with.

export function section(page, name) {
  return page.getByRole('region', { name, exact: true })
}

export async function leave(page) {
  const header = page.getByRole('banner')
  await logOut(page)
  await header.getByRole('link', { name: 'Login' }).waitFor()
}

/** By the menu behind the person's name. */
export async function logOut(page) {
  const header = page.getByRole('banner')
  await header.locator('[data-person]').click()
  await header.getByRole('button', { name: 'Logout' }).click()
}

/** Agrees to the question that a button of the account asks. */
export async function agree(page, title, answer) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: answer }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Is somebody at the simulated Google, and comes back. */
export async function beAtGoogle(page, { name, email, answer = 'Continue' }) {
  await page.getByRole('heading', { name: 'Sign in with Google (simulated)' }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: answer }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/simulated/'))
}

/** A phone's authenticator with whoever holds it: it makes and uses passkeys without a question. */
export async function deviceOf(page) {
  const talk = await page.context().newCDPSession(page)
  await talk.send('WebAuthn.enable')
  const { authenticatorId } = await talk.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the finger on the sensor is the right one. */
    verifies: (isUserVerified) =>
      talk.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await talk.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}
