import { Button, Skeleton } from '@mantine/core'
import type { UserIdentity } from '@supabase/auth-js'
import { useState } from 'react'
import { leaveToLink, PROVIDERS, type Provider, unlink } from '@/auth/socialSignIn'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { PROVIDER_ICON, PROVIDER_NAME } from '@/shared/account/providers'
import { useAttempt } from '@/shared/account/useAttempt'
import { useAccount, useAccountChanged } from './queries'

/** Accounts elsewhere that open this one too; nothing is shown where none can be linked. */
export function LinkedSection({ providers }: { providers: Provider[] }) {
  const account = useAccount()
  const linked = linkedTo(account.data?.identities)
  if (providers.length === 0 && linked.size === 0) return null
  return (
    <Section title="Linked accounts" lead="Sign in with an account that you have elsewhere.">
      <DataPanel
        query={account}
        failure="Your linked accounts could not be loaded"
        skeleton={<Skeleton height={112} radius="md" />}
      >
        {({ identities = [] }) => <Linked providers={providers} identities={identities} />}
      </DataPanel>
    </Section>
  )
}

function Linked(props: { providers: Provider[]; identities: UserIdentity[] }) {
  const linked = linkedTo(props.identities)
  const changed = useAccountChanged()
  const [notice, setNotice] = useState<string | null>(null)
  const attempt = useAttempt('That did not work. Please try again.', ({ code }) =>
    code === 'single_identity_not_deletable'
      ? 'This is your only way to sign in. Set a password first.'
      : undefined,
  )

  async function remove(provider: Provider, identity: UserIdentity) {
    setNotice(null)
    if (!(await isMeant(provider))) return
    if (await attempt.run(() => unlink(identity))) {
      setNotice(`${PROVIDER_NAME[provider]} is no longer linked.`)
    }
    await changed()
  }

  return (
    <>
      <FormError of={attempt} />
      <FormSuccess>{notice}</FormSuccess>
      <ul className={classes.list}>
        {PROVIDERS.filter((each) => linked.has(each) || props.providers.includes(each)).map(
          (provider) => (
            <Row
              key={provider}
              provider={provider}
              identity={linked.get(provider)}
              busy={attempt.busy}
              onLink={() => void attempt.run(() => leaveToLink(provider))}
              onUnlink={(identity) => void remove(provider, identity)}
            />
          ),
        )}
      </ul>
    </>
  )
}

function Row(props: {
  provider: Provider
  identity: UserIdentity | undefined
  busy: boolean
  onLink: () => void
  onUnlink: (identity: UserIdentity) => void
}) {
  const { identity, provider } = props
  const Icon = PROVIDER_ICON[provider]
  const name = PROVIDER_NAME[provider]
  const email: unknown = identity?.identity_data?.email
  return (
    <li>
      <span className={classes.named}>
        <Icon size={22} aria-hidden="true" />
        <span>
          <span className={classes.value}>{name}</span>
          {typeof email === 'string' && (
            <>
              <br />
              <span className={classes.note}>{email}</span>
            </>
          )}
        </span>
      </span>
      {identity ? (
        <Button
          variant="default"
          aria-label={`Unlink ${name}`}
          disabled={props.busy}
          onClick={() => props.onUnlink(identity)}
        >
          Unlink
        </Button>
      ) : (
        <Button
          variant="default"
          aria-label={`Link ${name}`}
          disabled={props.busy}
          onClick={props.onLink}
        >
          Link
        </Button>
      )}
    </li>
  )
}

function linkedTo(identities: UserIdentity[] = []): Map<Provider, UserIdentity> {
  const linked = new Map<Provider, UserIdentity>()
  for (const provider of PROVIDERS) {
    const identity = identities.find((each) => each.provider === provider)
    if (identity) linked.set(provider, identity)
  }
  return linked
}

function isMeant(provider: Provider): Promise<boolean> {
  return confirm({
    title: `Unlink ${PROVIDER_NAME[provider]}?`,
    children: `You can no longer sign in with ${PROVIDER_NAME[provider]}. Nothing else is lost.`,
    confirm: 'Unlink',
    cancel: 'Keep It',
    isDangerous: true,
  })
}
