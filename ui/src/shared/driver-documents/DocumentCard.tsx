import { Button, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCamera,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconDownload,
  IconEye,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { DocumentType, DriverDocumentOut } from '@/api/generated/types.gen'
import { Dialog } from '@/components/Dialog'
import { dateOf, midnightOf } from '@/components/time'
import classes from './DocumentCard.module.css'
import { DocumentViewer } from './DocumentViewer'
import { DOCUMENTS, STANDS, type Stand, sizeOf, standOf } from './documents'
import { TAKEN, useDocumentUpload } from './useDocumentUpload'
import '@mantine/core/styles/Progress.layer.css'

const ICONS = {
  pending: IconClock,
  approved: IconCheck,
  rejected: IconX,
  expired: IconAlertTriangle,
} as const satisfies Record<Stand, typeof IconCheck>

/** One kind of document: how it stands, and another one from a file, the camera, or dropped here (ONB-33). */
export function DocumentCard(props: {
  heading: 'h2' | 'h3'
  type: DocumentType
  isRequired: boolean
  /** The newest one. */
  document: DriverDocumentOut | undefined
  /** The approved one that stays until the newest one is decided about. */
  approved: DriverDocumentOut | undefined
}) {
  const { type, document, heading: Heading } = props
  const { label, hint } = DOCUMENTS[type]
  const heading = useId()
  const [isOver, setOver] = useState(false)
  const uploading = useDocumentUpload(type)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && uploading.upload.state !== 'sending') uploading.choose(file)
  }
  return (
    <section
      className={classes.card}
      aria-labelledby={heading}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classes.head}>
        <Heading id={heading}>{label}</Heading>
        <Standing document={document} isRequired={props.isRequired} />
      </div>
      <p className={classes.note}>{hint}</p>
      {document && <Present document={document} label={label} />}
      {props.approved && document !== props.approved && (
        <p className={classes.note}>
          Your approved one stays until this one is decided about
          {props.approved.details.expires_on &&
            `, and is valid until ${dateOf(midnightOf(props.approved.details.expires_on))}`}
          .
        </p>
      )}
      <Sending type={type} label={label} has={document !== undefined} uploading={uploading} />
    </section>
  )
}

function Standing(props: { document: DriverDocumentOut | undefined; isRequired: boolean }) {
  const stand = props.document && standOf(props.document)
  const Icon = stand ? ICONS[stand] : IconCircleDashed
  return (
    <span className={classes.stand} data-stand={stand ?? 'missing'}>
      <Icon size={15} aria-hidden="true" />
      {stand ? STANDS[stand] : props.isRequired ? 'Required' : 'Optional'}
    </span>
  )
}

function Present({ document, label }: { document: DriverDocumentOut; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const { details, preview_urls, rejection_reason, status } = document
  return (
    <>
      <div className={classes.present}>
        <img className={classes.thumb} src={preview_urls[0]} alt="" />
        <div>
          <p className={classes.file}>{document.file_name}</p>
          <p className={classes.note}>
            {sizeOf(document.file_size)}
            {document.pages > 1 && `, ${document.pages} pages`}
            {details.expires_on && `, valid until ${dateOf(midnightOf(details.expires_on))}`}
          </p>
        </div>
      </div>
      {status === 'rejected' && rejection_reason && (
        <p className={classes.reason} role="status">
          {rejection_reason}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconEye size={18} aria-hidden="true" />}
          aria-label={`Preview ${label}`}
          onClick={() => setOpen(true)}
        >
          Preview
        </Button>
        <Button
          component="a"
          variant="default"
          href={document.download_url}
          download
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          aria-label={`Download ${label}`}
        >
          Download
        </Button>
      </div>
      {isOpen && (
        <Dialog title={label} size="lg" onClose={() => setOpen(false)}>
          <DocumentViewer label={label} pages={preview_urls} />
        </Dialog>
      )}
    </>
  )
}

function Sending(props: {
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
