import { IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react'
import type { Provider } from '@/auth/socialSignIn'

export const PROVIDER_NAME: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' }

export const PROVIDER_ICON: Record<Provider, typeof IconBrandGoogle> = {
  google: IconBrandGoogle,
  facebook: IconBrandFacebook,
}

/** What somebody reads whose social sign-in did not work (AUT-21). */
export function socialFailure(provider: Provider): string {
  return `${PROVIDER_NAME[provider]} sign-in failed. Please try again or use email/password.`
}
