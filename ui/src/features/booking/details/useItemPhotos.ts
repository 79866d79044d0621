import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listUnusedItemPhotosOptions } from '@/api/generated/@tanstack/react-query.gen'
import { removeItemPhoto, sendItemPhoto } from '@/api/generated/sdk.gen'
import { type Upload, usePhotoUploads } from '@/shared/proof/usePhotoUploads'
import type { DraftState } from '../draft/useDraft'

/**
 * Photos of the items: sent as soon as they are chosen, and named in the draft once the server has
 * them, so that a reload finds them again. What the server does not have any more leaves the draft.
 */
export function useItemPhotos({ draft, update }: DraftState) {
  const earlier = useQuery({
    ...listUnusedItemPhotosOptions(),
    enabled: draft.photos.length > 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const found = new Map(earlier.data?.items.map((photo) => [photo.client_id, photo]))
  const sent = usePhotoUploads({
    send: (clientId, body) =>
      sendItemPhoto({ path: { client_id: clientId }, body, throwOnError: true }),
    onSent: (clientId) => update((now) => ({ ...now, photos: [...now.photos, clientId] })),
    others: draft.photos.filter((id) => found.has(id)).length,
  })
  const here = new Map(sent.uploads.map((upload) => [upload.clientId, upload]))
  const isKnown = earlier.isFetchedAfterMount && earlier.isSuccess
  const lost = isKnown ? draft.photos.filter((id) => !found.has(id) && !here.has(id)) : []
  const missing = lost.join(' ')
  useEffect(() => {
    if (missing === '') return
    const gone = new Set(missing.split(' '))
    update((now) => ({ ...now, photos: now.photos.filter((id) => !gone.has(id)) }))
  }, [missing, update])

  const restored = draft.photos.flatMap((clientId): Upload[] => {
    const photo = here.has(clientId) ? undefined : found.get(clientId)
    return photo ? [{ clientId, url: photo.url, blob: null, state: 'sent', problem: null }] : []
  })
  const remove = (upload: Upload) => {
    if (here.has(upload.clientId)) sent.remove(upload)
    update((now) => ({ ...now, photos: now.photos.filter((id) => id !== upload.clientId) }))
    // One that cannot be removed now is deleted by the server within days.
    void removeItemPhoto({ path: { client_id: upload.clientId } })
  }
  return { ...sent, uploads: [...restored, ...sent.uploads], remove }
}

export type ItemPhotoUploads = ReturnType<typeof useItemPhotos>
