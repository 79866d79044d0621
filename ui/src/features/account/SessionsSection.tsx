import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOutElsewhere, signOutEverywhere } from '@/auth/ownAccount'
import type { DeviceDataOf } from '@/auth/personalData'
import { useSession } from '@/auth/session'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { useAttempt } from '@/shared/account/useAttempt'
import { SessionList, useSessionsChanged } from './SessionList'

/** Ends sessions on devices that are lost, lent or forgotten. */
export function SessionsSection({ deviceDataOf }: { deviceDataOf: DeviceDataOf }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const [done, setDone] = useState(false)
  const changed = useSessionsChanged()
  const elsewhere = useAttempt(
    'The other devices could not be signed out. Please try again.',
    (refusal) =>
      refusal.code === 'reauthentication_needed'
        ? 'Nothing was signed out, because you did not confirm that it is you.'
        : undefined,
  )
  const everywhere = useAttempt('You could not be signed out everywhere. Please try again.')

  async function leaveElsewhere() {
    setDone(await elsewhere.run(signOutElsewhere))
    await changed()
  }

  async function leaveEverywhere() {
    setDone(false)
    const device = await deviceDataOf(user)
    if (device && !(await device.mayLeave())) return
    if (!(await everywhere.run(signOutEverywhere))) return
    await device?.clearDevice()
    await navigate({ to: '/' })
  }

  return (
    <Section
      title="Signed-in devices"
      lead="A device that you no longer use, or that somebody else has, should not stay signed in."
    >
      <FormError of={elsewhere} />
      <FormError of={everywhere} />
      <FormSuccess>{done && 'Every other device has been signed out.'}</FormSuccess>
      <SessionList />
      <div className={classes.actions}>
        <Button variant="default" loading={elsewhere.busy} onClick={() => void leaveElsewhere()}>
          Sign Out Elsewhere
        </Button>
        <Button variant="default" loading={everywhere.busy} onClick={() => void leaveEverywhere()}>
          Sign Out Everywhere
        </Button>
      </div>
    </Section>
  )
}
