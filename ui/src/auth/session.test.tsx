import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { listOrdersOptions } from '@/api/generated/@tanstack/react-query.gen'
import { listOrders, listServices } from '@/api/generated/sdk.gen'
import { show } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { ANN, aSession, authRefusal, signedInAs } from '@/testing/session'
import { useSession } from './session'
import {
  accessToken,
  onSessionExpired,
  sessionState,
  signIn,
  signOut,
  signUp,
} from './sessionStore'
import { SESSION_KEY } from './storedSession'

const NO_ORDERS = { items: [], next: null }

function answerToken(reply: () => Response) {
  let requests = 0
  server.use(
    http.post('*/auth/v1/token', () => {
      requests += 1
      return reply()
    }),
  )
  return () => requests
}

/** The orders route for one token; everybody else is refused. Gives the tokens that came. */
function ordersOnlyFor(token: string) {
  const tokens: (string | null)[] = []
  server.use(
    http.get('*/api/v1/orders', ({ request }) => {
      const came = request.headers.get('authorization')
      tokens.push(came)
      if (came !== `Bearer ${token}`) return aProblem(401, 'Please sign in')
      return HttpResponse.json(NO_ORDERS)
    }),
  )
  return tokens
}

test('nobody is signed in where nothing is kept', () => {
  expect(sessionState()).toEqual({ status: 'signed-out', user: null })
})

test('a kept session counts at once, and its role is the platform’s word', () => {
  signedInAs({ userType: 'driver' })
  expect(sessionState()).toEqual({ status: 'signed-in', user: { ...ANN, userType: 'driver' } })
})

test('what nobody could have kept counts as nothing', () => {
  localStorage.setItem(SESSION_KEY, '{"access_token":')
  expect(sessionState().status).toBe('signed-out')
})

test('signing in keeps the session and sends its token from then on', async () => {
  answerToken(() => HttpResponse.json(aSession({}, 'fresh')))
  const tokens = ordersOnlyFor('fresh')
  const person = await signIn('ann@example.com', 'secret')
  expect(person).toEqual(ANN)
  await listOrders({ throwOnError: true })
  expect(tokens).toEqual(['Bearer fresh'])
})

test('a refused sign-in says why', async () => {
  answerToken(() => authRefusal(400, 'invalid_credentials', 'Invalid login credentials'))
  await expect(signIn('ann@example.com', 'wrong')).rejects.toMatchObject({
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
    status: 400,
  })
})

test('the wait that the server asks for is passed on', async () => {
  answerToken(() =>
    authRefusal(429, 'over_request_rate_limit', 'Too many requests', { 'retry-after': '17' }),
  )
  await expect(signIn('ann@example.com', 'x')).rejects.toMatchObject({ waitSeconds: 17 })
})

test('a server out of reach is an outage and not a refusal', async () => {
  answerToken(() => HttpResponse.error())
  await expect(signIn('ann@example.com', 'x')).rejects.toMatchObject({ isOutage: true })
})

test('signing up without a session asks to confirm the address', async () => {
  const { user } = aSession()
  server.use(http.post('*/auth/v1/signup', () => HttpResponse.json(user)))
  const person = { ...ANN, userType: 'customer' as const, password: 'secret' }
  expect(await signUp(person)).toBe('confirm-email')
  server.use(http.post('*/auth/v1/signup', () => HttpResponse.json({ ...user, identities: [] })))
  expect(await signUp(person)).toBe('already-registered')
})

test('signing out ends this session only, and stands even when the server is away', async () => {
  signedInAs()
  let scope: string | null = null
  server.use(
    http.post('*/auth/v1/logout', ({ request }) => {
      scope = new URL(request.url).searchParams.get('scope')
      return HttpResponse.error()
    }),
  )
  await signOut()
  expect(scope).toBe('local')
  expect(sessionState().status).toBe('signed-out')
})

test('signing out waits for no server', async () => {
  signedInAs()
  let answer = () => {}
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.post('*/auth/v1/logout', async () => {
      await slow
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const done = signOut()
  expect(sessionState().status).toBe('signed-out')
  answer()
  await done
})

test('a refused token is renewed once, and the request sent again', async () => {
  signedInAs({}, 'old')
  const renewals = answerToken(() => HttpResponse.json(aSession({}, 'new')))
  const tokens = ordersOnlyFor('new')
  const both = await Promise.all([listOrders(), listOrders()])
  expect(both.map(({ data }) => data)).toEqual([NO_ORDERS, NO_ORDERS])
  expect(renewals()).toBe(1)
  expect(tokens.filter((token) => token === 'Bearer new')).toHaveLength(2)
})

test('a token that was renewed while a request was under way is used for it', async () => {
  signedInAs({}, 'old')
  const renewals = answerToken(() => HttpResponse.json(aSession({}, 'other')))
  const tokens = ordersOnlyFor('new')
  server.use(
    http.get(
      '*/api/v1/orders',
      () => {
        signedInAs({}, 'new')
        return aProblem(401, 'Please sign in')
      },
      { once: true },
    ),
  )
  const { data } = await listOrders()
  expect(data).toEqual(NO_ORDERS)
  expect(tokens).toEqual(['Bearer new'])
  expect(renewals()).toBe(0)
})

test('what one person asked for is not sent for another who has signed in since', async () => {
  signedInAs({}, 'old')
  const tokens = ordersOnlyFor('new')
  server.use(
    http.get(
      '*/api/v1/orders',
      () => {
        signedInAs({ id: 'usr_bob' }, 'new')
        return aProblem(401, 'Please sign in')
      },
      { once: true },
    ),
  )
  const { error } = await listOrders()
  expect(error).toMatchObject({ status: 401 })
  expect(tokens).toEqual([])
  expect(sessionState().status).toBe('signed-in')
})

test('a session that the server has ended is dropped and said to have expired', async () => {
  signedInAs({}, 'old')
  answerToken(() => authRefusal(400, 'refresh_token_not_found', 'Invalid Refresh Token'))
  ordersOnlyFor('another')
  const onExpired = vi.fn()
  const stop = onSessionExpired(onExpired)
  const { error } = await listOrders()
  stop()
  expect(error).toMatchObject({ status: 401 })
  expect(onExpired).toHaveBeenCalledOnce()
  expect(sessionState().status).toBe('signed-out')
})

test('what is public is still shown to somebody whose session has ended', async () => {
  signedInAs({}, 'old')
  answerToken(() => authRefusal(400, 'refresh_token_not_found', 'Invalid Refresh Token'))
  server.use(
    http.get('*/api/v1/services', ({ request }) =>
      request.headers.has('authorization') ? aProblem(401, 'no') : HttpResponse.json(NO_ORDERS),
    ),
  )
  const onExpired = vi.fn()
  const stop = onSessionExpired(onExpired)
  const { data } = await listServices()
  stop()
  expect(data).toEqual(NO_ORDERS)
  expect(onExpired).not.toHaveBeenCalled()
})

test('an overdue token that cannot be renewed for want of a server keeps the session', async () => {
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...aSession(), expires_at: 1 }))
  answerToken(() => HttpResponse.error())
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  try {
    const refused = expect(accessToken()).rejects.toMatchObject({ isOutage: true })
    await vi.advanceTimersByTimeAsync(6_000)
    await refused
  } finally {
    vi.useRealTimers()
  }
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull()
})

function Person() {
  const { user } = useSession()
  const orders = useQuery(listOrdersOptions())
  return (
    <p>
      {user?.name ?? 'nobody'}: {orders.data ? `${orders.data.items.length} orders` : 'not known'}
    </p>
  )
}

test('signing in or out in another tab counts here, and nothing of the last person is left', async () => {
  signedInAs({}, 'mine')
  ordersOnlyFor('mine')
  show(<Person />)
  await screen.findByText('Ann Example: 0 orders')
  localStorage.removeItem(SESSION_KEY)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY })))
  await screen.findByText('nobody: not known')
})
