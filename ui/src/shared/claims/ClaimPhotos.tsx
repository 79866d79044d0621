import type { ClaimPhotoOut } from '@/api/generated/types.gen'
import { PhotoGallery } from '@/shared/proof/PhotoGallery'

const FROM = {
  customer: 'the customer',
  driver: 'the driver',
  admin: 'us',
  admin_to_driver: 'us',
} as const

/** Pictures of a report, each with who sent it. */
export function ClaimPhotos({ photos }: { photos: ClaimPhotoOut[] }) {
  const named = photos.map((photo, index) => ({
    ...photo,
    name: `Photo ${index + 1}, from ${FROM[photo.party]}`,
  }))
  return <PhotoGallery photos={named} />
}
