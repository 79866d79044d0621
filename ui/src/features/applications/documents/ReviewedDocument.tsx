import { Button } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReviewedDocumentOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { Fact, Facts } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { DocumentViewer } from '@/shared/driver-documents/DocumentViewer'
import {
  DOCUMENT_STATUSES,
  DOCUMENTS,
  documentStatus,
  sizeOf,
} from '@/shared/driver-documents/documents'
import { DocumentDecision } from './DocumentDecision'
import classes from './Documents.module.css'

/** A document: closed it is a line, opened it lies beside what was typed and what can be decided. */
export function ReviewedDocument({ reviewed }: { reviewed: ReviewedDocumentOut }) {
  const { document, remarks } = reviewed
  const [isOpen, setOpen] = useState(false)
  const body = useId()
  const { label } = DOCUMENTS[document.type]
  const status = documentStatus(document)
  return (
    <article className={classes.document} aria-label={label}>
      <button
        type="button"
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.label}>{label}</span>
        <span className={classes.status} data-status={status}>
          {DOCUMENT_STATUSES[status]}
        </span>
        {remarks.length > 0 && <span className={classes.remarks}>{noted(remarks)}</span>}
        <IconChevronDown size={18} aria-hidden="true" className={classes.chevron} />
      </button>
      <div id={body} hidden={!isOpen}>
        {isOpen && <Opened reviewed={reviewed} label={label} />}
      </div>
    </article>
  )
}

/** What is to be looked at: it stands beside the decision, which may have been made all the same. */
function noted(remarks: string[]): string {
  return remarks.length === 1 ? String(remarks[0]) : `${remarks.length} to look at`
}

function Opened({ reviewed, label }: { reviewed: ReviewedDocumentOut; label: string }) {
  const { document, remarks, typed } = reviewed
  return (
    <div className={classes.opened}>
      <DocumentViewer label={label} pages={document.preview_urls} />
      <div className={classes.beside}>
        {remarks.length > 0 && (
          <Notice kind="news" title="Look at this again">
            {remarks.map((remark) => (
              <p key={remark}>{remark}</p>
            ))}
          </Notice>
        )}
        <Facts>
          <Fact term="File">
            {document.file_name}, {sizeOf(document.file_size)}
          </Fact>
          <Fact term="Sent">{dayAndTime(document.uploaded_at, Date.now())}</Fact>
          {typed.number && <Fact term="Typed number">{typed.number}</Fact>}
          {typed.authority && <Fact term="Typed issuer">{typed.authority}</Fact>}
          {typed.expires_on && <Fact term="Typed expiry">{typed.expires_on}</Fact>}
          {typed.coverage_cents != null && (
            <Fact term="Typed coverage">{formatCents(typed.coverage_cents)}</Fact>
          )}
          {document.reviewed_at && (
            <Fact term="Decided">{dayAndTime(document.reviewed_at, Date.now())}</Fact>
          )}
          {document.rejection_reason && <Fact term="Reason">{document.rejection_reason}</Fact>}
        </Facts>
        <Button
          component="a"
          variant="default"
          href={document.download_url}
          download
          className={classes.download}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
        >
          Download
        </Button>
        <DocumentDecision reviewed={reviewed} label={label} />
      </div>
    </div>
  )
}
