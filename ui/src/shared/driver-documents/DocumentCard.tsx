import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconX,
} from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import type { DocumentType, DriverDocumentOut } from '@/api/generated/types.gen'
import { dateOf, midnightOf } from '@/components/time'
import classes from './DocumentCard.module.css'
import { DOCUMENT_STATUSES, DOCUMENTS, type DocumentStatus, documentStatus } from './documents'
import { PresentDocument } from './PresentDocument'
import { SendDocument } from './SendDocument'
import { useDocumentUpload } from './useDocumentUpload'

const ICONS = {
  pending: IconClock,
  approved: IconCheck,
  rejected: IconX,
  expired: IconAlertTriangle,
} as const satisfies Record<DocumentStatus, typeof IconCheck>

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
  const uploading = useDocumentUpload({ type })
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
      {document && <PresentDocument document={document} label={label} />}
      {props.approved && document !== props.approved && (
        <p className={classes.note}>
          Your approved one stays until this one is decided about
          {props.approved.details.expires_on &&
            `, and is valid until ${dateOf(midnightOf(props.approved.details.expires_on))}`}
          .
        </p>
      )}
      <SendDocument type={type} label={label} has={document !== undefined} uploading={uploading} />
    </section>
  )
}

function Standing(props: { document: DriverDocumentOut | undefined; isRequired: boolean }) {
  const status = props.document && documentStatus(props.document)
  const Icon = status ? ICONS[status] : IconCircleDashed
  return (
    <span className={classes.status} data-status={status ?? 'missing'}>
      <Icon size={15} aria-hidden="true" />
      {status ? DOCUMENT_STATUSES[status] : props.isRequired ? 'Required' : 'Optional'}
    </span>
  )
}
