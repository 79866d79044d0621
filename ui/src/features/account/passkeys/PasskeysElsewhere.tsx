import { Section } from '@/components/account/Section'

/** Where the server runs on this machine and was opened by its number. */
export function PasskeysElsewhere({ site }: { site: string }) {
  const address = new URL('/account', site).href
  return (
    <Section
      title="Passkeys"
      lead="Browsers keep passkeys for names only, and this page was opened by a number."
    >
      <p>
        Sign in at <a href={address}>{address}</a> to add one.
      </p>
    </Section>
  )
}
