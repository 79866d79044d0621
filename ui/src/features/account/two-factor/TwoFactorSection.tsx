import { Button, Skeleton } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Enrolment, enrol, type Factor, factorsOf, removeFactor } from '@/auth/secondFactor'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { useAttempt } from '@/shared/account/useAttempt'
import { useAccount, useAccountChanged } from '../queries'
import { Enrol } from './Enrol'
import { RecoveryCodes } from './RecoveryCodes'

/** Second factors: what there is, adding one and removing one (OP-58). */
export function TwoFactorSection() {
  return (
    <Section
      title="Two-factor sign-in"
      lead="Require a code from an authenticator app when you sign in."
    >
      <DataPanel
        query={useAccount()}
        failure="Your second factors could not be loaded"
        skeleton={<Skeleton height={44} radius="md" />}
      >
        {(account) => (
          <>
            <Factors factors={factorsOf(account)} />
            {factorsOf(account).some(({ isVerified }) => isVerified) && <RecoveryCodes />}
          </>
        )}
      </DataPanel>
    </Section>
  )
}

function Factors({ factors }: { factors: Factor[] }) {
  const verified = factors.filter(({ isVerified }) => isVerified)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const changed = useAccountChanged()
  const attempt = useAttempt('That did not work. Please try again.')

  async function begin() {
    setNotice(null)
    await attempt.run(async () => setEnrolment(await enrol(nameFor(verified))))
  }

  async function remove(factor: Factor) {
    setNotice(null)
    if (!(await isMeant(factor))) return
    if (await attempt.run(() => removeFactor(factor.id))) setNotice(`${factor.name} was removed.`)
    await changed()
  }

  async function finish() {
    setEnrolment(null)
    setNotice('From now on, signing in asks for a code as well.')
    await changed()
  }

  if (enrolment) {
    return <Enrol enrolment={enrolment} onDone={finish} onCancel={() => setEnrolment(null)} />
  }
  return (
    <>
      <FormError of={attempt} />
      <FormSuccess>{notice}</FormSuccess>
      {verified.length > 0 && (
        <ul className={classes.list}>
          {verified.map((factor) => (
            <li key={factor.id}>
              <span>
                <span className={classes.value}>{factor.name}</span>
                <br />
                <span className={classes.note}>Added {dayOf(factor.addedAt)}</span>
              </span>
              <Button
                variant="default"
                aria-label={`Remove ${factor.name}`}
                onClick={() => void remove(factor)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button
          variant={verified.length > 0 ? 'default' : 'filled'}
          leftSection={<IconShieldCheck size={18} aria-hidden="true" />}
          loading={attempt.busy}
          onClick={() => void begin()}
        >
          {verified.length > 0 ? 'Add Another' : 'Set Up Two-Factor'}
        </Button>
      </div>
    </>
  )
}

function isMeant(factor: Factor): Promise<boolean> {
  return confirm({
    title: `Remove ${factor.name}?`,
    children: 'Its codes stop working. Without another factor, your password alone signs in.',
    confirm: 'Remove',
    cancel: 'Keep It',
    isDangerous: true,
  })
}

/** Factors of one account need different names. */
function nameFor(others: Factor[]): string {
  const taken = new Set(others.map(({ name }) => name))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Authenticator' : `Authenticator ${number}`
    if (!taken.has(name)) return name
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function dayOf(instant: string): string {
  return DAY.format(new Date(instant))
}
