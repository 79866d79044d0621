import { lazy, Suspense, useState } from 'react'
import classes from './PhotoGallery.module.css'

const LargePhoto = lazy(() => import('./LargePhoto'))

export interface GalleryPhoto {
  id: string
  url: string
  width: number
  height: number
  name: string
}

/** Small pictures; each opens large, in a dialog: its address is for downloads. */
export function PhotoGallery({ photos }: { photos: GalleryPhoto[] }) {
  const [open, setOpen] = useState<GalleryPhoto | null>(null)
  if (photos.length === 0) return null
  return (
    <>
      <ul className={classes.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button type="button" onClick={() => setOpen(photo)}>
              <img
                src={photo.url}
                width={photo.width}
                height={photo.height}
                loading="lazy"
                alt={photo.name}
              />
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <LargePhoto photo={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
