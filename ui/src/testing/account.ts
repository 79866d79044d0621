import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { SESSION_KEY } from '@/auth/storedSession'
import { visit } from './render'
import { server } from './server'
import { aSession } from './session'

type Reply = (body: Record<string, unknown>) => Response

/** The account page of somebody who is signed in; *user* is what the server knows of them. */
export function openAccount(
  { user = {}, session = aSession() }: { user?: object; session?: object } = {},
  path = '/account',
) {
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  const known = { ...aSession().user, ...('user' in session ? (session.user as object) : {}) }
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json({ ...known, ...user })))
  return visit(path)
}

/** Answers changes of the account, and keeps what was asked. */
export function answerUpdate(reply: Reply = () => HttpResponse.json(aSession().user)) {
  const requests: Record<string, unknown>[] = []
  server.use(
    http.put('*/auth/v1/user', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      requests.push(body)
      return reply(body)
    }),
  )
  return requests
}

/** One section of the page, by its heading. */
export const section = async (name: string) => within(await screen.findByRole('region', { name }))
