import { useQuery } from '@tanstack/react-query'
import { authSettings } from '@/api/generated/sdk.gen'
import type { SettingsOut } from '@/api/generated/types.gen'
import { PROVIDERS, type Provider } from './socialSignIn'

/** Which mailboxes are asked before an account has another address. */
export type AddressChange = 'at-once' | 'new-agrees' | 'both-agree'

/** Beside the password: which other accounts open one here, and whether passkeys do. */
export type SignInMethods = {
  providers: Provider[]
  passkeys: boolean
  /** Where this very server may have passkeys, if not at the address that it was opened at. */
  passkeysAt?: string
  addressChange: AddressChange
}

const PASSWORD_ALONE: SignInMethods = {
  providers: [],
  passkeys: false,
  addressChange: 'both-agree',
}

/** How long a page is held back for its further ways in, so that they do not come in after it. */
const TIMEOUT_MS = 1_000

/** What can be used here, in this browser; undefined where the server does not say in time. */
export function loadSignInMethodsInTime(): Promise<SignInMethods | undefined> {
  const inTime = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), TIMEOUT_MS)
  })
  return Promise.race([fetchSignInMethods().catch(() => undefined), inTime])
}

/** What was learnt in time, or what is learnt late; the password alone until then. */
export function useSignInMethods(learnt: SignInMethods | undefined): SignInMethods {
  const { data } = useQuery({
    queryKey: ['ways-in'],
    queryFn: fetchSignInMethods,
    initialData: learnt,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { forAnybody: true },
  })
  return data ?? PASSWORD_ALONE
}

async function fetchSignInMethods(): Promise<SignInMethods> {
  const { data } = await authSettings({ throwOnError: true })
  const isOpen = Boolean(data.passkeys_enabled) && 'PublicKeyCredential' in globalThis
  const named = namedLoopback()
  return {
    providers: PROVIDERS.filter((provider) => data.external[provider]),
    passkeys: isOpen && !named,
    passkeysAt: isOpen ? named : undefined,
    addressChange: addressChangeOf(data),
  }
}

/** Browsers know passkeys at no address in numbers; the loopback interface has a name as well. */
function namedLoopback(): string | undefined {
  const { hostname, href } = globalThis.location
  if (hostname !== '127.0.0.1' && hostname !== '[::1]') return undefined
  const named = new URL(href)
  named.hostname = 'localhost'
  return named.origin
}

function addressChangeOf(settings: SettingsOut): AddressChange {
  if (settings.mailer_autoconfirm) return 'at-once'
  return settings.mailer_secure_email_change_enabled === false ? 'new-agrees' : 'both-agree'
}
