import { authGetAuthUser, authSignUp } from '@/api/generated/sdk.gen'
import type { UserOut } from '@/api/generated/types.gen'
import { AuthRefusal } from '@/auth/authRefusal'

export type TestUser = {
  /** Where it signs in with, and what. */
  email: string
  password: string
  authUser: UserOut
  /** With it the user can be looked up, by whoever made it. */
  token: string
}

/** Signs up an invented customer and selects it back. This browser's own session is left alone. */
export async function createTestUser(): Promise<TestUser> {
  const word = randomWord()
  const email = `test.${word}@example.com`
  const password = `Test-${word}`
  const data = { name: `Test ${word}`, phone: '+1 212 555 0100', userType: 'customer' }
  const made = await authSignUp({ body: { email, password, data } })
  const answer = answerOf<object>(made)
  const token = 'access_token' in answer ? String(answer.access_token) : ''
  if (!token) throw new AuthRefusal('This server asks to confirm addresses by mail.', '', 400)
  const id = 'user' in answer ? (answer.user as UserOut).id : ''
  return { email, password, token, authUser: await getAuthUser(id, token) }
}

/** The auth user by its id (AUT-34), as whoever *token* speaks for, or as the signed-in person. */
export async function getAuthUser(userId: string, token?: string): Promise<UserOut> {
  const asked = { path: { user_id: userId }, ...(token ? { auth: token } : {}) }
  return answerOf<UserOut>(await authGetAuthUser(asked))
}

function answerOf<T>(answer: { data?: unknown; error?: unknown; response?: Response }): T {
  if (answer.data !== undefined) return answer.data as T
  const { msg, error_code } = (answer.error ?? {}) as { msg?: string; error_code?: string }
  throw new AuthRefusal(msg ?? '', error_code ?? '', answer.response?.status ?? 0)
}

function randomWord(): string {
  const letters = new Uint8Array(5)
  crypto.getRandomValues(letters)
  return [...letters].map((byte) => byte.toString(36).padStart(2, '0')).join('')
}
