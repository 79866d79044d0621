import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { sessionState } from '@/auth/sessionStore'
import { answerUpdate, openAccount, section } from '@/testing/account'
import { messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { aSession, authRefusal } from '@/testing/session'

test('a stranger is led to the sign-in, and back from there', async () => {
  visit('/account')
  await screen.findByText('You need to be logged in to view your account')
  const links = screen.getAllByRole('link', { name: 'Login' })
  expect(links.at(-1)).toHaveAttribute('href', '/login?next=%2Faccount')
})

test('whoever was sent here is led back to where they were', async () => {
  openAccount({}, '/account?next=%2Fadmin%3Ftab%3Djobs')
  const link = await screen.findByRole('link', { name: 'Go Back' })
  expect(link).toHaveAttribute('href', '/admin?tab=jobs')
})

test('nobody is led from here to another site', async () => {
  openAccount({}, '/account?next=%2F%2Fevil.example')
  const link = await screen.findByRole('link', { name: 'Dashboard' })
  expect(link).toHaveAttribute('href', '/dashboard')
})

test('the dashboard stays one step away', async () => {
  openAccount()
  const link = await screen.findByRole('link', { name: 'Dashboard' })
  expect(link).toHaveAttribute('href', '/dashboard')
})

describe('profile', () => {
  test('name and phone are changed', async () => {
    const requests = answerUpdate(() =>
      HttpResponse.json(aSession({ name: 'Ann Other', phone: '+1 917 555 0199' }).user),
    )
    const { user } = openAccount()
    const profile = await section('Profile')
    const name = profile.getByLabelText('Name')
    await user.clear(name)
    await user.click(name)
    await user.paste('Ann Other')
    await user.click(profile.getByRole('button', { name: 'Save' }))
    await profile.findByText('Saved.')
    expect(requests[0]).toMatchObject({ data: { name: 'Ann Other', phone: '+1 212 555 0100' } })
    expect(sessionState().user?.name).toBe('Ann Other')
  })

  test('neither may be empty', async () => {
    const { user } = openAccount()
    const profile = await section('Profile')
    await user.clear(profile.getByLabelText('Phone'))
    await user.click(profile.getByRole('button', { name: 'Save' }))
    expect(profile.getByText('Phone is required')).toBeInTheDocument()
    expect(profile.getByLabelText('Phone')).toHaveFocus()
  })

  test('a phone that nobody could call is refused beside its field', async () => {
    const { user } = openAccount()
    const profile = await section('Profile')
    const phone = profile.getByLabelText('Phone')
    await user.clear(phone)
    await user.type(phone, '999')
    await user.click(profile.getByRole('button', { name: 'Save' }))
    expect(phone).toHaveAccessibleDescription('Enter a phone number such as (212) 555-0100.')
    expect(profile.queryByText('Saved.')).not.toBeInTheDocument()
  })

  test('a refusal is told in the words of the server', async () => {
    answerUpdate(() => authRefusal(400, 'validation_failed', 'phone must be a telephone number'))
    const { user } = openAccount()
    const profile = await section('Profile')
    await user.type(profile.getByLabelText('Name'), 'x')
    await user.click(profile.getByRole('button', { name: 'Save' }))
    expect(await profile.findByRole('alert')).toHaveTextContent('phone must be a telephone number')
  })
})

describe('texts to the phone', () => {
  test('are agreed to beside it, after a new number is known', async () => {
    const backend = messageApi()
    const requests = answerUpdate()
    const { user } = openAccount()
    const profile = await section('Profile')
    const box = await profile.findByRole('checkbox', { name: /text messages about my orders/ })
    expect(box).not.toBeChecked()
    await user.click(box)
    await user.click(profile.getByRole('button', { name: 'Save' }))
    await profile.findByText('Saved.')
    expect(requests).toHaveLength(1)
    expect(backend.saved).toEqual([
      { sms_enabled: true, sms_consent: true, consent_text_version: '2026-11-22' },
    ])
  })

  test('need another agreement for another number', async () => {
    const backend = messageApi()
    const at = '2026-11-20T20:00:00Z'
    backend.preferences = {
      ...backend.preferences,
      sms_consent: { given: true, text_version: '2026-11-22', at },
    }
    const { user } = openAccount()
    const profile = await section('Profile')
    expect(await profile.findByText(/You agreed to them on Nov 20, 2026\./)).toBeVisible()
    await user.type(profile.getByLabelText('Phone'), '1')
    expect(profile.getByRole('checkbox', { name: /text messages/ })).not.toBeChecked()
  })
})

describe('devices', () => {
  function answerLogout() {
    const scopes: (string | null)[] = []
    server.use(
      http.post('*/auth/v1/logout', ({ request }) => {
        scopes.push(new URL(request.url).searchParams.get('scope'))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    return scopes
  }

  const aDevice = (id: string, device: string, is_current = false) => ({
    id,
    device,
    is_current,
    network: '203.0.113.0/24',
    created_at: '2026-11-01T12:00:00Z',
    last_used_at: '2026-11-02T12:00:00Z',
    ends_at: '2026-12-01T12:00:00Z',
  })

  test('each is shown in words, and one is signed out', async () => {
    const list = [aDevice('ses_1', 'Firefox on Linux', true), aDevice('ses_2', 'Safari on iPhone')]
    server.use(
      http.get('*/api/v1/me/sessions', () => HttpResponse.json({ items: list, next: null })),
      http.delete('*/api/v1/me/sessions/ses_2', () => {
        list.pop()
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = openAccount()
    const part = await section('Signed-in devices')
    await part.findByText('Firefox on Linux (this device)')
    await user.click(part.getByRole('button', { name: /^Sign out Safari on iPhone, last used/ }))
    await expect.poll(() => part.queryByText('Safari on iPhone')).toBeNull()
    expect(part.queryByRole('button', { name: /^Sign out Firefox/ })).not.toBeInTheDocument()
  })

  test('whoever does not confirm who they are is told that nothing was changed', async () => {
    const list = [aDevice('ses_1', 'Firefox on Linux', true), aDevice('ses_2', 'Safari on iPhone')]
    const message = 'This change requires reauthentication'
    server.use(
      http.get('*/api/v1/me/sessions', () => HttpResponse.json({ items: list, next: null })),
      http.delete('*/api/v1/me/sessions/ses_2', () =>
        aProblem(403, message, 'reauthentication_needed'),
      ),
    )
    const { user } = openAccount()
    const part = await section('Signed-in devices')
    await user.click(await part.findByRole('button', { name: /^Sign out Safari on iPhone/ }))
    await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    await user.keyboard('{Escape}')
    await screen.findByText('Nothing was changed, because you did not confirm that it is you.')
    expect(screen.queryByText(message, { exact: false })).not.toBeInTheDocument()
  })

  test('an old session ends the others only after a proof', async () => {
    server.use(
      http.post('*/auth/v1/logout', () =>
        authRefusal(400, 'reauthentication_needed', 'This change requires reauthentication'),
      ),
    )
    const { user } = openAccount()
    const part = await section('Signed-in devices')
    await user.click(part.getByRole('button', { name: 'Sign Out Elsewhere' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await part.findByText('Nothing was signed out, because you did not confirm that it is you.')
  })

  test('the others are signed out, and this one stays', async () => {
    const scopes = answerLogout()
    const { user } = openAccount()
    const part = await section('Signed-in devices')
    await user.click(part.getByRole('button', { name: 'Sign Out Elsewhere' }))
    await part.findByText('Every other device has been signed out.')
    expect(scopes).toEqual(['others'])
    expect(sessionState().status).toBe('signed-in')
  })

  test('all of them are signed out, and home is where that leads', async () => {
    const scopes = answerLogout()
    const { router, user } = openAccount()
    const part = await section('Signed-in devices')
    await user.click(part.getByRole('button', { name: 'Sign Out Everywhere' }))
    await expect.poll(() => router.state.location.pathname).toBe('/')
    expect(scopes).toEqual(['global'])
    expect(sessionState().status).toBe('signed-out')
  })

  test('a driver who signs out everywhere leaves nothing on this device', async () => {
    answerLogout()
    // biome-ignore lint/style/noRestrictedImports: the route hands it to the page.
    const driver = vi.spyOn(await import('@/features/driver/deviceData'), 'clearDevice')
    const { router, user } = openAccount({ session: aSession({ userType: 'driver' }) })
    const part = await section('Signed-in devices')
    await user.click(part.getByRole('button', { name: 'Sign Out Everywhere' }))
    await expect.poll(() => router.state.location.pathname).toBe('/')
    expect(driver).toHaveBeenCalled()
  })
})
