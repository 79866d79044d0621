import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionState } from '@/auth/sessionStore'
import { section } from '@/testing/account'
import { visit } from '@/testing/render'
import { DEFAULT_STATUS, server } from '@/testing/server'
import { aSession, authRefusal, signedInAs } from '@/testing/session'

function runsAs(mode: 'default' | 'demo') {
  server.use(http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode })))
}

test('outside test mode there is no such page', async () => {
  runsAs('default')
  visit('/test-user-creation')
  await screen.findByRole('heading', { name: 'There is no page at this address' })
})

describe('in test mode', () => {
  beforeEach(() => runsAs('demo'))
  const TESTER = aSession({ id: 'user-test', email: 'test@example.com', name: 'Test 1' }, 'theirs')

  function answerUser() {
    const tokens: (string | null)[] = []
    server.use(
      http.post('*/auth/v1/signup', () => HttpResponse.json(TESTER)),
      http.get('*/auth/v1/admin/users/:id', ({ params, request }) => {
        tokens.push(request.headers.get('authorization'))
        if (params.id === TESTER.user.id) return HttpResponse.json(TESTER.user)
        return authRefusal(404, 'user_not_found', 'User not found')
      }),
    )
    return tokens
  }

  test('a test user is made and selected back, and nobody is signed in as it', async () => {
    signedInAs()
    const tokens = answerUser()
    const { user } = visit('/test-user-creation')
    const part = await section('Create a test user')
    await user.click(part.getByRole('button', { name: 'Create Test User' }))
    await part.findByText('The test user was created.')
    const made = within(part.getByRole('listitem'))
    made.getByText(TESTER.user.id)
    made.getByText(/^Test-/)
    expect(tokens).toEqual(['Bearer theirs'])
    expect(sessionState().user?.name).toBe('Ann Example')
    expect(screen.getByText(/FROM users/)).toHaveTextContent(`auth_id = '${TESTER.user.id}'`)
  })

  test('an auth user is checked by its id', async () => {
    answerUser()
    const { user } = visit('/test-user-creation')
    const part = await section('Check an auth user')
    await user.click(part.getByRole('button', { name: 'Check Auth User' }))
    part.getByText('Please enter a user ID to check')
    await user.click(part.getByLabelText('User ID'))
    await user.paste(TESTER.user.id)
    expect(part.queryByText('Please enter a user ID to check')).not.toBeInTheDocument()
    await user.click(part.getByRole('button', { name: 'Check Auth User' }))
    await part.findByText('There is such a user.')
    part.getByText('test@example.com')
    await user.type(part.getByLabelText('User ID'), 'x')
    expect(part.queryByText('There is such a user.')).not.toBeInTheDocument()
    await user.click(part.getByRole('button', { name: 'Check Auth User' }))
    expect(await part.findByRole('alert')).toHaveTextContent('There is no such user')
    expect(part.queryByText('test@example.com')).not.toBeInTheDocument()
  })

  test('a refusal to make one is told in the words of the server', async () => {
    server.use(
      http.post('*/auth/v1/signup', () => authRefusal(429, 'over_request_rate_limit', 'Too many')),
    )
    const { user } = visit('/test-user-creation')
    const part = await section('Create a test user')
    await user.click(part.getByRole('button', { name: 'Create Test User' }))
    expect(await part.findByRole('alert')).toHaveTextContent('Too many')
    part.getByRole('button', { name: 'Wait 60s' })
  })
})
