import { useQuery } from '@tanstack/react-query'
import { authSettings } from './generated/sdk.gen'
import { PROVIDERS, type Provider } from './socialSignIn'

/** Beside the password: which other accounts open one here, and whether passkeys do. */
export type WaysIn = { providers: Provider[]; passkeys: boolean }

const PASSWORD_ALONE: WaysIn = { providers: [], passkeys: false }

/** How long a page is held back for its further ways in, so that they do not come in after it. */
const PATIENCE_MS = 1_000

/** What can be used here, in this browser; undefined where the server does not say in time. */
export function waysInSoon(): Promise<WaysIn | undefined> {
  const inTime = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), PATIENCE_MS)
  })
  return Promise.race([askedWaysIn().catch(() => undefined), inTime])
}

/** What was learnt in time, or what is learnt late; the password alone until then. */
export function useWaysIn(learnt: WaysIn | undefined): WaysIn {
  const { data } = useQuery({
    queryKey: ['ways-in'],
    queryFn: askedWaysIn,
    initialData: learnt,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { forAnybody: true },
  })
  return data ?? PASSWORD_ALONE
}

async function askedWaysIn(): Promise<WaysIn> {
  const { data } = await authSettings({ throwOnError: true })
  return {
    providers: PROVIDERS.filter((provider) => data.external[provider]),
    passkeys: Boolean(data.passkeys_enabled) && 'PublicKeyCredential' in globalThis,
  }
}
