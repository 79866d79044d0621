import { Button } from '@mantine/core'
import { useState } from 'react'
import { enterCode } from '@/auth/secondFactor'
import { useSession } from '@/auth/session'
import classes from '@/components/forms/Form.module.css'
import { CodeForm } from '@/shared/account/CodeForm'
import { secondFactorError } from '@/shared/account/secondFactorError'
import { RecoveryCodeForm } from './RecoveryCodeForm'

/** Asks whoever gave a password for the code of their second factor. */
export function SecondFactor() {
  const { signOut } = useSession()
  const [lost, setLost] = useState(false)
  return (
    <div className={classes.form}>
      {lost ? <RecoveryCodeForm /> : null}
      {lost ? null : (
        <CodeForm
          label="Code from your authenticator application"
          action="Continue"
          onCode={enterCode}
          messageOf={secondFactorError}
          autoFocus
        />
      )}
      <Button variant="subtle" onClick={() => setLost(!lost)}>
        {lost ? 'Use My Authenticator' : 'Use a Recovery Code'}
      </Button>
      <Button variant="default" onClick={() => void signOut()}>
        Use Another Account
      </Button>
    </div>
  )
}
