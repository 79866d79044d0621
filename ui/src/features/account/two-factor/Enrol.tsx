import { Button } from '@mantine/core'
import { type Enrolment, proveFactor } from '@/auth/secondFactor'
import sections from '@/components/Section.module.css'
import { CodeForm } from '@/shared/account/CodeForm'
import { secondFactorError } from '@/shared/account/secondFactorError'
import classes from './Enrol.module.css'

/** Tells an authenticator application the secret, as a picture or in letters, and proves it. */
export function Enrol(props: {
  enrolment: Enrolment
  onDone: () => Promise<void>
  onCancel: () => void
}) {
  const { id, qrCode, secret, uri } = props.enrolment
  return (
    <>
      <ol className={classes.steps}>
        <li>
          Scan this picture with your authenticator application, or <a href={uri}>open it</a> on
          this device.
        </li>
        <li>Enter the six digits that the application shows.</li>
      </ol>
      {/* An <img> runs no script, whatever the picture holds. */}
      <img className={classes.picture} src={qrCode} alt="QR code for your application" />
      <p className={sections.note}>
        Cannot scan? Type this key into the application:{' '}
        <code className={classes.secret}>{inGroups(secret)}</code>
      </p>
      <CodeForm
        label="Code from the application"
        action="Turn On"
        messageOf={secondFactorError}
        onCode={async (code) => {
          await proveFactor(id, code)
          await props.onDone()
        }}
      />
      <div className={sections.actions}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}

/** Groups of four are easier to copy; applications ignore the gaps. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
