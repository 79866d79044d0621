import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Passkey, renamePasskey } from '@/auth/passkeys'
import { FormError } from '@/components/forms/FormError'
import classes from '@/components/Section.module.css'
import { useAttempt } from '@/shared/account/useAttempt'
import { usePasskeysChanged } from './queries'

/** One passkey, or the field for its name. */
export function PasskeyRow(props: {
  passkey: Passkey
  isNamed: boolean
  onName: () => void
  /** Null where the name stays. */
  onNamed: (error: string | null) => void
  onRemove: () => void
}) {
  const { passkey } = props
  const wasNamed = useRef(false)
  if (props.isNamed) {
    wasNamed.current = true
    return (
      <li>
        <Naming passkey={passkey} onNamed={props.onNamed} />
      </li>
    )
  }
  return (
    <li>
      <span>
        <span className={classes.value}>{passkey.name}</span>
        <br />
        <span className={classes.note}>{historyOf(passkey)}</span>
      </span>
      <span className={classes.actions}>
        <Button
          variant="default"
          aria-label={`Rename ${passkey.name}`}
          // Whoever typed the name stays where they were.
          ref={(button) => {
            if (wasNamed.current) button?.focus()
            wasNamed.current = false
          }}
          onClick={props.onName}
        >
          Rename
        </Button>
        <Button variant="default" aria-label={`Remove ${passkey.name}`} onClick={props.onRemove}>
          Remove
        </Button>
      </span>
    </li>
  )
}

function Naming(props: { passkey: Passkey; onNamed: (error: string | null) => void }) {
  const { id, name } = props.passkey
  const [newName, setNewName] = useState(name)
  const changed = usePasskeysChanged()
  const attempt = useAttempt('The name could not be saved. Please try again.')
  const next = newName.trim()

  async function save() {
    if (!(await attempt.run(() => renamePasskey(id, next)))) return
    await changed()
    props.onNamed(`It is called ${next} now.`)
  }

  return (
    <form
      className={classes.wide}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (next) void save()
      }}
    >
      <FormError of={attempt} />
      <TextInput
        label="Name of the passkey"
        description="For example the device that it is on."
        maxLength={MOST_LETTERS}
        autoComplete="off"
        ref={selectAtOnce}
        value={newName}
        onChange={({ currentTarget }) => {
          attempt.clear()
          setNewName(currentTarget.value)
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={attempt.busy} disabled={next === '' || attempt.wait > 0}>
          Save Name
        </Button>
        <Button variant="default" onClick={() => props.onNamed(null)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** As the server has it for names of factors. */
const MOST_LETTERS = 100

/** Whoever asked to name it types right away. */
function selectAtOnce(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function historyOf({ addedAt, usedAt }: Passkey): string {
  const added = `Added ${DAY.format(new Date(addedAt))}`
  return usedAt ? `${added}, last used ${DAY.format(new Date(usedAt))}` : `${added}, not used yet`
}
