import type { RecoveryCodesLeftOut, RecoveryCodesOut, SessionOut } from '@/api/generated/types.gen'
import { accountRequest } from './accountRequest'
import { sendWithProof } from './freshProof'
import { callAuth, notifySessionChange } from './sessionStore'

export function recoveryCodesLeft(): Promise<RecoveryCodesLeftOut> {
  return accountRequest('GET', '/factors/recovery-codes')
}

/** Ten new codes, which the server tells this once. Earlier ones work no more. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { codes } = await accountRequest<RecoveryCodesOut>(
    'POST',
    '/factors/recovery-codes',
    {},
    sendWithProof,
  )
  return codes
}

/** Gives a code in place of the second factor; from then on the session has both. */
export async function giveRecoveryCode(code: string): Promise<void> {
  const session = await accountRequest<SessionOut>('POST', '/factors/recovery-codes/verify', {
    code,
  })
  const { access_token, refresh_token } = session
  await callAuth((auth) => auth.setSession({ access_token, refresh_token }))
  notifySessionChange()
}
