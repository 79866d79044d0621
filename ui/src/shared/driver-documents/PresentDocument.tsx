import { Button } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { DriverDocumentOut } from '@/api/generated/types.gen'
import { Dialog } from '@/components/Dialog'
import { dateOf, midnightOf } from '@/components/time'
import classes from './DocumentCard.module.css'
import { DocumentViewer } from './DocumentViewer'
import { sizeOf } from './documents'

/** A document that was sent: its name, why it was rejected, a preview and the file. */
export function PresentDocument({
  document,
  label,
}: {
  document: DriverDocumentOut
  label: string
}) {
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
