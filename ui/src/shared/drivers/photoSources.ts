import {
  openDriverPhoto,
  openOwnPhoto,
  openPhotoByLink,
  openPhotoOfOrder,
} from '@/api/generated/sdk.gen'
import type { PhotoSource } from './DriverPhoto'

/** An answer that the browser kept may be of the photo before. */
const AS_A_FILE = { parseAs: 'blob', cache: 'no-store', throwOnError: true } as const

type Photographed = { photo_id: string | null }

/** Of who drives an order; with a *token*, for whoever holds its link. */
export function photoOfOrder(
  { photo_id }: Photographed,
  orderId: string,
  token?: string,
): PhotoSource {
  const path = { order_id: orderId }
  return {
    photoId: photo_id,
    load: () =>
      blobOf(
        token === undefined
          ? openPhotoOfOrder({ path, ...AS_A_FILE })
          : openPhotoByLink({ path, query: { token }, ...AS_A_FILE }),
      ),
  }
}

export function ownPhoto({ photo_id }: Photographed): PhotoSource {
  return { photoId: photo_id, load: () => blobOf(openOwnPhoto(AS_A_FILE)) }
}

/** Any driver's, for administrators. */
export function photoOfDriver({ photo_id, id }: Photographed & { id: string }): PhotoSource {
  const path = { driver_id: id }
  return { photoId: photo_id, load: () => blobOf(openDriverPhoto({ path, ...AS_A_FILE })) }
}

/** The schema knows files as strings; read as asked for, they are blobs. */
async function blobOf(answer: Promise<{ data: unknown }>): Promise<Blob> {
  return (await answer).data as Blob
}
