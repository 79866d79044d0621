import { useQuery } from '@tanstack/react-query'
import { getAccount } from '@/auth/ownAccount'
import { listPasskeys } from '@/auth/passkeys'
import { factorsOf } from '@/auth/secondFactor'
import { useSignInMethods } from '@/auth/signInMethods'
import { parsedSession, storedText } from '@/auth/storedSession'

/** By what somebody who is signed in can show who they are; a mailed code is open to everybody. */
export type ProofMeans = { password: boolean; authenticator: boolean; passkey: boolean }

/** At once as the session tells it, and then as the server does; factors may be newer than it. */
export function useProofMeans(): ProofMeans {
  const { passkeys: isOpen } = useSignInMethods(undefined)
  const { data: account } = useQuery({
    queryKey: ['proof', 'account'],
    queryFn: getAccount,
    initialData: () => parsedSession(storedText())?.user,
    staleTime: 0,
    gcTime: 0,
  })
  const passkeys = useQuery({
    queryKey: ['proof', 'passkeys'],
    queryFn: listPasskeys,
    enabled: isOpen,
    gcTime: 0,
  })
  return {
    password: account?.identities?.some(({ provider }) => provider === 'email') ?? true,
    authenticator: account ? factorsOf(account).some(({ isVerified }) => isVerified) : false,
    // Where nobody says whether there are any, the device knows.
    passkey: isOpen && (passkeys.isError || Boolean(passkeys.data?.length)),
  }
}
