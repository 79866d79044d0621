import { useState } from 'react'
import { Dialog } from '@/components/Dialog'
import classes from './PhotoGallery.module.css'

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
        <Dialog title={open.name} size="lg" onClose={() => setOpen(null)}>
          <img
            className={classes.large}
            src={open.url}
            width={open.width}
            height={open.height}
            alt={open.name}
          />
        </Dialog>
      )}
    </>
  )
}
