import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'

/** Where the server runs on this machine and was opened by its number. */
export function PasskeysElsewhere({ site }: { site: string }) {
  const address = new URL('/account', site).href
  return (
    <Section
      title="Passkeys"
      lead="Passkeys need a domain name, and this page was opened by a number."
    >
      <p className={classes.text}>
        Sign in at <a href={address}>{address}</a> to add one.
      </p>
    </Section>
  )
}
