import { Button } from '@mantine/core'
import { enterCode } from '@/api/secondFactor'
import { useSession } from '@/api/session'
import { CodeForm } from '@/components/account/CodeForm'
import classes from '@/components/account/Form.module.css'
import { secondFactorComplaint } from '@/components/account/secondFactorComplaint'

/** Asks whoever gave a password for the code of their second factor. */
export function SecondFactor() {
  const { signOut } = useSession()
  return (
    <div className={classes.form}>
      <CodeForm
        label="Code from your authenticator application"
        action="Continue"
        onCode={enterCode}
        told={secondFactorComplaint}
        autoFocus
      />
      <Button variant="default" onClick={() => void signOut()}>
        Use Another Account
      </Button>
    </div>
  )
}
