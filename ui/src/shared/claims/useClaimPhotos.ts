import { sendClaimPhoto } from '@/api/generated/sdk.gen'
import { usePhotoUploads } from '@/shared/proof/usePhotoUploads'

/** Pictures for a report or an answer about an order. */
export function useClaimPhotos(orderId: string) {
  return usePhotoUploads({
    send: (clientId, body) =>
      sendClaimPhoto({
        path: { order_id: orderId, client_id: clientId },
        body,
        throwOnError: true,
      }),
  })
}
