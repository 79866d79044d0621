import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server } from '@/testing/server'
import { aSession, signedInAs } from '@/testing/session'
import { sendWithProgress } from './sendWithProgress'

const EVE = { id: 'user-eve' }

const send = () =>
  sendWithProgress({
    url: '/api/v1/file',
    body: new Blob(['x']),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })

test('a file is never sent in the name of somebody who signed in meanwhile', async () => {
  signedInAs()
  let count = 0
  server.use(
    http.put('*/api/v1/file', () => {
      count += 1
      signedInAs(EVE, 'token-2')
      return HttpResponse.json({ code: 'unauthenticated' }, { status: 401 })
    }),
    http.post('*/auth/v1/token', () => HttpResponse.json(aSession(EVE, 'token-3'))),
    http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
  )
  await expect(send()).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(count).toBe(1)
})
