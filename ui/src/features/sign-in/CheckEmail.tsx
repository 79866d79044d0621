import { Button } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '@/api/authRefusal'
import { resendConfirmation } from '@/api/sessionStore'
import { ComplaintBox } from './ComplaintBox'
import classes from './Form.module.css'
import { type Complaint, registrationComplaint } from './messages'
import { useCountdown } from './useCountdown'

/** After a sign-up that has to be confirmed by mail (OP-58). */
export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const [outcome, setOutcome] = useState<Complaint | 'sent' | null>(null)
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()

  async function resend() {
    setBusy(true)
    setOutcome(null)
    try {
      await resendConfirmation(email)
      setOutcome('sent')
    } catch (error) {
      const told = registrationComplaint(refusalOf(error))
      setOutcome(told)
      if (told.waitSeconds) startWait(told.waitSeconds)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.form}>
      <p>
        We sent a confirmation link to <strong>{email}</strong>. Open it to finish signing up.
      </p>
      <p className={classes.note}>Nothing there? Look in the spam folder, or send it again.</p>
      <div role="status">{outcome === 'sent' && <p>Sent once more.</p>}</div>
      {outcome && outcome !== 'sent' && <ComplaintBox wait={wait}>{outcome.sentence}</ComplaintBox>}
      <Button size="lg" loading={busy} disabled={wait > 0} onClick={() => void resend()}>
        {wait > 0 ? `Wait ${wait}s` : 'Send again'}
      </Button>
      <Button variant="default" onClick={onBack}>
        Try Different Email
      </Button>
    </div>
  )
}
