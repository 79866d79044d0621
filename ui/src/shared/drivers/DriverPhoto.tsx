import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import classes from './DriverPhoto.module.css'

/** Where a photo comes from: its id changes with the photo, and null is none. */
export type PhotoSource = { photoId: string | null; load: () => Promise<Blob> }

/** A driver's photo, or their initials where there is none or it cannot be had. */
export function DriverPhoto(props: { name: string; source: PhotoSource; size?: number }) {
  const { name, source, size = 56 } = props
  const url = usePhoto(source)
  const shape = { width: size, height: size, fontSize: size * 0.38 }
  return url ? (
    <img className={classes.photo} style={shape} src={url} alt={name} />
  ) : (
    <span className={classes.photo} style={shape} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** Asked for once a photo: its address needs the session, which an image cannot send. */
function usePhoto({ photoId, load }: PhotoSource): string | null {
  const { data } = useQuery({
    queryKey: ['driver photo', photoId],
    queryFn: load,
    enabled: photoId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data || photoId === null) return setUrl(null)
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data, photoId])
  return url
}

function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('')
}
