import type { ClaimPhotoOut } from '@/api/generated/types.gen'
import classes from './ClaimPhotos.module.css'

const FROM = { customer: 'the customer', driver: 'the driver', admin: 'us' } as const

/** Pictures of a report; each opens in its own size. */
export function ClaimPhotos({ photos }: { photos: ClaimPhotoOut[] }) {
  if (photos.length === 0) return null
  return (
    <ul className={classes.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <a href={photo.url} target="_blank" rel="noreferrer">
            <img
              src={photo.url}
              width={photo.width}
              height={photo.height}
              loading="lazy"
              alt={`Number ${index + 1}, from ${FROM[photo.party]}`}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
