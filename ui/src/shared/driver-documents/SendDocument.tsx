import { Button, Progress } from '@mantine/core'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import type { DocumentType } from '@/api/generated/types.gen'
import classes from './DocumentCard.module.css'
import { TAKEN, type useDocumentUpload } from './useDocumentUpload'
import '@mantine/core/styles/Progress.layer.css'

/** Send a document from a file or the camera, and see how far it is. */
export function SendDocument(props: {
  type: DocumentType
  label: string
  has: boolean
  uploading: ReturnType<typeof useDocumentUpload>
}) {
  const { label, type, uploading } = props
  const { upload } = uploading
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  if (upload.state === 'sending') {
    return (
      <div className={classes.sending}>
        <Progress.Root size="lg">
          <Progress.Section value={upload.percent} aria-label={`Sending ${label}`} />
        </Progress.Root>
        <p className={classes.note} role="status">
          {upload.percent < 100 ? `Sending: ${upload.percent}%` : 'Checking the file'}
        </p>
        <Button variant="default" onClick={uploading.stop}>
          Cancel
        </Button>
      </div>
    )
  }
  const isFailed = upload.state === 'failed'
  const isHere = isFailed || upload.state === 'stopped'
  return (
    <>
      {upload.state === 'stopped' && (
        <p className={classes.note} role="status">
          You stopped sending {upload.file.name}. It goes on where it stopped.
        </p>
      )}
      {(isFailed || upload.state === 'refused') && (
        <p className={classes.problem} role="alert">
          Upload failed: {upload.problem}
        </p>
      )}
      <Input ref={file} label={`${label}: choose a file`} type={type} onFile={uploading.choose} />
      <Input
        ref={camera}
        label={`${label}: take a photo`}
        type={type}
        capture={type === 'profile_photo' ? 'user' : 'environment'}
        onFile={uploading.choose}
      />
      <div className={classes.actions}>
        {isHere && (
          <>
            <Button
              aria-label={`${isFailed ? 'Try Again' : 'Go on'}: ${label}`}
              onClick={uploading.goOn}
            >
              {isFailed ? 'Try Again' : 'Go on'}
            </Button>
            <Button variant="default" aria-label={`Discard: ${label}`} onClick={uploading.discard}>
              Discard
            </Button>
          </>
        )}
        <Button
          variant={props.has || isHere ? 'default' : 'filled'}
          leftSection={<IconUpload size={18} aria-hidden="true" />}
          aria-label={`${props.has ? 'Send another' : 'Choose a file'}: ${label}`}
          onClick={() => file.current?.click()}
        >
          {props.has ? 'Send another' : 'Choose a file'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCamera size={18} aria-hidden="true" />}
          aria-label={`Take a photo: ${label}`}
          onClick={() => camera.current?.click()}
        >
          Take a photo
        </Button>
      </div>
    </>
  )
}

function Input(props: {
  ref: React.Ref<HTMLInputElement>
  label: string
  type: DocumentType
  capture?: 'user' | 'environment'
  onFile: (file: File) => void
}) {
  const onlyPictures = props.capture !== undefined || props.type === 'profile_photo'
  return (
    <input
      ref={props.ref}
      type="file"
      accept={TAKEN.filter((kind) => !onlyPictures || kind !== 'application/pdf').join(',')}
      capture={props.capture}
      aria-label={props.label}
      className={classes.input}
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file) props.onFile(file)
        currentTarget.value = ''
      }}
    />
  )
}
