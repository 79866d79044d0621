import type { CredentialOut } from '@/api/generated/types.gen'
import { PresentDocument } from '@/shared/driver-documents/PresentDocument'
import { SendDocument } from '@/shared/driver-documents/SendDocument'
import { useDocumentUpload } from '@/shared/driver-documents/useDocumentUpload'
import classes from './Credentials.module.css'

const TYPE = 'carrier_credential'

/** The document that proves a credential; another is taken while nobody has decided about the credential. */
export function CredentialDocument(props: { credential: CredentialOut; name: string }) {
  const { id, document, status } = props.credential
  const label = `Document of ${props.name}`
  return (
    <div className={classes.document}>
      {document && <PresentDocument document={document} label={label} />}
      {status === 'recorded' && <Send credentialId={id} label={label} has={document !== null} />}
    </div>
  )
}

function Send(props: { credentialId: string; label: string; has: boolean }) {
  const uploading = useDocumentUpload({ type: TYPE, credentialId: props.credentialId })
  return (
    <>
      {!props.has && (
        <p className={classes.note}>
          Send what proves it, such as the policy or the certificate: JPG, PNG or PDF, up to 10 MB.
        </p>
      )}
      <SendDocument type={TYPE} label={props.label} has={props.has} uploading={uploading} />
    </>
  )
}
