import { sentenceOf } from '@/api/problem'

const TOO_MANY_REQUESTS = 429
/** Where the server does not say how long: its windows are a minute at most. */
const DEFAULT_WAIT_SECONDS = 30

/** The server asks for a pause, and says how long. */
export class TooManyRequests extends Error {
  constructor(
    readonly problem: unknown,
    readonly seconds: number,
  ) {
    super(sentenceOf(problem))
  }
}

type Reply<Body> = { data?: Body; error?: unknown; response?: Response }

/** The body of a good reply; otherwise the problem is thrown, a limit together with its pause. */
export async function answerOf<Body>(asked: Promise<Reply<Body>>): Promise<Body> {
  const { data, error, response } = await asked
  if (data !== undefined) return data
  if (response?.status !== TOO_MANY_REQUESTS) throw error
  const seconds = Number(response.headers.get('retry-after'))
  throw new TooManyRequests(error, Math.max(1, Math.ceil(seconds || DEFAULT_WAIT_SECONDS)))
}
