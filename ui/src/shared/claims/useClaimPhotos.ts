import { useMemo } from 'react'
import { sendClaimPhoto } from '@/api/generated/sdk.gen'
import { useSession } from '@/auth/session'
import { usePhotoUploads } from '@/shared/proof/usePhotoUploads'
import { draftPhotos } from './draftPhotos'

/** Pictures for a report or an answer about an order, which outlive a reload under the draft's name. */
export function useClaimPhotos(orderId: string, draft: string) {
  const { user } = useSession()
  const person = user?.id
  const drafts = useMemo(() => draftPhotos(person, `${person} ${draft}`), [person, draft])
  const photos = usePhotoUploads({
    send: (clientId, body) =>
      sendClaimPhoto({
        path: { order_id: orderId, client_id: clientId },
        body,
        throwOnError: true,
      }),
    drafts,
  })
  return { ...photos, clear: () => void drafts.forgetAll() }
}
