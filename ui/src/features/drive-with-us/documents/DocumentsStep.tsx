import type { ApplicationOut } from '@/api/generated/types.gen'
import { OwnDocuments } from '@/shared/driver-documents/OwnDocuments'
import classes from '../DriveWithUs.module.css'

/** The step of the documents. Whoever was rejected begins an application anew before they send more. */
export default function DocumentsStep({ application }: { application: ApplicationOut }) {
  return (
    <>
      <header>
        <h1 className={classes.title}>Documents</h1>
        <p className={classes.lead}>
          Take a photo of each, or choose a file. Each is reviewed before you can drive.
        </p>
      </header>
      {application.status === 'rejected' ? (
        <p>Your application was not accepted. Begin a new one before you send documents.</p>
      ) : (
        <OwnDocuments heading="h2" />
      )}
    </>
  )
}
