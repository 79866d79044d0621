import { Button, Loader } from '@mantine/core'
import { IconCamera, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import classes from './PhotoPicker.module.css'
import { MOST_PHOTOS, type PhotoUploads } from './usePhotoUploads'

/** Pictures beside the words, from the camera or from files, each with how far it has come. */
export function PhotoPicker({
  photos,
  label: words = `Photos (up to ${MOST_PHOTOS})`,
  fault,
}: {
  photos: Omit<PhotoUploads, 'fault' | 'sentIds'>
  label?: string
  /** Why one cannot go on, where somebody tried to. */
  fault?: string
}) {
  const label = useId()
  const input = useRef<HTMLInputElement>(null)
  const { uploads } = photos
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid.
    <div className={classes.field} role="group" aria-labelledby={label}>
      <span id={label} className={classes.label}>
        {words}
      </span>
      {uploads.length > 0 && (
        <ul className={classes.photos}>
          {uploads.map((upload, index) => (
            <li key={upload.clientId} className={classes.photo} data-state={upload.state}>
              <img src={upload.url} alt={`Number ${index + 1}`} />
              {upload.state === 'sending' && (
                <span className={classes.over} role="status">
                  <Loader size={22} />
                  <span className={classes.hidden}>Sending photo {index + 1}</span>
                </span>
              )}
              {upload.state === 'failed' && (
                <button
                  type="button"
                  className={classes.over}
                  aria-label={`Send photo ${index + 1} again`}
                  onClick={() => void photos.resend(upload)}
                >
                  <IconRefresh size={24} aria-hidden="true" />
                </button>
              )}
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => photos.remove(upload)}
              >
                <IconTrash size={18} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        aria-label="Add photos"
        className={classes.input}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void photos.add(files)
        }}
      />
      {uploads.length < MOST_PHOTOS && (
        <Button
          variant="default"
          loading={photos.isReading}
          leftSection={<IconCamera size={18} />}
          onClick={() => input.current?.click()}
        >
          {uploads.length === 0 ? 'Add photos' : 'Add more'}
        </Button>
      )}
      {(photos.problem || photos.hasFailed || fault) && (
        <p role="alert" className={classes.error}>
          {photos.problem ??
            (photos.hasFailed ? null : fault) ??
            `${uploads.find(({ problem }) => problem)?.problem} Send it again or remove it.`}
        </p>
      )}
    </div>
  )
}
