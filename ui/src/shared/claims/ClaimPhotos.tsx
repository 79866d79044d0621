import { useState } from 'react'
import type { ClaimPhotoOut } from '@/api/generated/types.gen'
import { Dialog } from '@/components/Dialog'
import classes from './ClaimPhotos.module.css'

const FROM = { customer: 'the customer', driver: 'the driver', admin: 'us' } as const

/** Pictures of a report; each opens large, in a dialog: its address is for downloads. */
export function ClaimPhotos({ photos }: { photos: ClaimPhotoOut[] }) {
  const [open, setOpen] = useState<{ photo: ClaimPhotoOut; name: string } | null>(null)
  if (photos.length === 0) return null
  return (
    <>
      <ul className={classes.photos}>
        {photos.map((photo, index) => {
          const name = `Photo ${index + 1}, from ${FROM[photo.party]}`
          return (
            <li key={photo.id}>
              <button type="button" onClick={() => setOpen({ photo, name })}>
                <img
                  src={photo.url}
                  width={photo.width}
                  height={photo.height}
                  loading="lazy"
                  alt={name}
                />
              </button>
            </li>
          )
        })}
      </ul>
      {open && (
        <Dialog title={open.name} size="lg" onClose={() => setOpen(null)}>
          <img
            className={classes.large}
            src={open.photo.url}
            width={open.photo.width}
            height={open.photo.height}
            alt={open.name}
          />
        </Dialog>
      )}
    </>
  )
}
