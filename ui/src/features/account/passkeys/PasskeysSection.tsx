import { Button, Skeleton } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { addPasskey, type Passkey, removePasskey } from '@/auth/passkeys'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { passkeyError } from '@/shared/account/passkeyError'
import { useAttempt } from '@/shared/account/useAttempt'
import { PasskeyRow } from './PasskeyRow'
import { usePasskeys, usePasskeysChanged } from './queries'

/** Passkeys: what there is, adding one, naming it and removing it. */
export function PasskeysSection() {
  return (
    <Section
      title="Passkeys"
      lead="Sign in with the finger, the face or the PIN that unlocks your device, instead of a password and a code."
    >
      <DataPanel
        query={usePasskeys()}
        failure="Your passkeys could not be loaded"
        skeleton={<Skeleton height={44} radius="md" />}
      >
        {(passkeys) => <Passkeys passkeys={passkeys} />}
      </DataPanel>
    </Section>
  )
}

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const [notice, setNotice] = useState<string | null>(null)
  const [named, setNamed] = useState<string | null>(null)
  const changed = usePasskeysChanged()
  const attempt = useAttempt('That did not work. Please try again.', passkeyError)

  async function add() {
    setNotice(null)
    let added: Passkey | undefined
    const isAdded = await attempt.run(async () => {
      added = await addPasskey()
    })
    await changed()
    if (!isAdded || !added) return
    setNotice('The passkey was added. Give it a name by which you will know it.')
    setNamed(added.id)
  }

  async function remove(passkey: Passkey) {
    setNotice(null)
    if (!(await isMeant(passkey))) return
    if (await attempt.run(() => removePasskey(passkey.id)))
      setNotice(`${passkey.name} was removed.`)
    await changed()
  }

  return (
    <>
      <FormError of={attempt} />
      <FormSuccess>{notice}</FormSuccess>
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isNamed={named === passkey.id}
              onName={() => setNamed(passkey.id)}
              onNamed={(error) => {
                setNamed(null)
                setNotice(error)
              }}
              onRemove={() => void remove(passkey)}
            />
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden="true" />}
          loading={attempt.busy}
          disabled={attempt.wait > 0}
          onClick={() => void add()}
        >
          Add a Passkey
        </Button>
      </div>
    </>
  )
}

function isMeant(passkey: Passkey): Promise<boolean> {
  return confirm({
    title: `Remove ${passkey.name}?`,
    children:
      'It no longer signs you in here. Remove it from the device or its password manager as well.',
    confirm: 'Remove',
    cancel: 'Keep It',
    isDangerous: true,
  })
}
