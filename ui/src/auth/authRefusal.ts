/** Why an account call failed, without a word of the library that made it. */
export class AuthRefusal extends Error {
  override name = 'AuthRefusal'

  constructor(
    message: string,
    /** GoTrue's word for the reason, such as `invalid_credentials`; empty where it gave none. */
    readonly code: string,
    /** The HTTP status; 0 where no answer came. */
    readonly status: number,
    /** Seconds that the server asked to wait; it does not always say. */
    readonly waitSeconds?: number,
  ) {
    super(message)
  }

  /** Whether nobody decided anything: no answer came, or the server failed. */
  get isOutage(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** Any failure of the account library, its lazy load included. */
export function refusalOf(error: unknown, waitSeconds?: number): AuthRefusal {
  if (error instanceof AuthRefusal) return error
  if (isOfDevice(error)) return new AuthRefusal('', error.cause.name, DEVICE_REFUSED)
  const { message, code, status } = (error ?? {}) as Partial<AuthRefusal>
  if (typeof status !== 'number') return new AuthRefusal('', '', 0)
  return new AuthRefusal(message ?? '', code ?? '', status, waitSeconds)
}

/** For what the browser or its device refused, before the server was asked. */
const DEVICE_REFUSED = 400

/** auth-js's error for a passkey; its cause is the DOMException, named such as `NotAllowedError`. */
function isOfDevice(error: unknown): error is { cause: { name: string } } {
  return error instanceof Error && '__isWebAuthnError' in error && Boolean(error.cause)
}

/** The refusal that an answer of an account route carries. */
export async function refusalIn(answer: Response): Promise<AuthRefusal> {
  const error = await errorBodyOf(answer)
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new AuthRefusal(error.message, error.code, answer.status, wait > 0 ? wait : undefined)
}

/** A refusal's word and sentence, in either of GoTrue's forms or as problem details. */
export async function errorBodyOf(answer: Response): Promise<{ code: string; message: string }> {
  const parsed: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  const body = (parsed ?? {}) as Record<string, unknown>
  return {
    code: String(body.error_code ?? body.code ?? ''),
    message: String(body.message ?? body.msg ?? ''),
  }
}
