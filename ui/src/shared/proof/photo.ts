/** A picture on its way to the server, with what it is shown by until then. */
export type Photo = { blob: Blob; url: string }

/** The longer side on arrival; the server keeps no more. */
const LONGEST_SIDE = 1600
const QUALITY = 0.85
/** The server takes no more than this. */
const MOST_BYTES = 10 * 1024 * 1024

export class UnreadablePhoto extends Error {}

/**
 * The picture made small enough to send over a poor line, turned the right way up and without what
 * the camera wrote into it. Where the browser cannot, the file goes as it is and the server does so.
 */
export async function shrunk(file: Blob): Promise<Photo> {
  const blob = (await redrawn(file)) ?? file
  if (blob.size > MOST_BYTES) throw new UnreadablePhoto('File size must be less than 10MB')
  return { blob, url: URL.createObjectURL(blob) }
}

/** Null where this browser cannot draw pictures at all. */
async function redrawn(file: Blob): Promise<Blob | null> {
  if (typeof createImageBitmap !== 'function') return null
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnreadablePhoto('This file is not a picture that can be read.')
  })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  if (!context) return null
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
