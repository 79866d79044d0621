import { IconArrowLeft } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/RouterLink'
import { registerSearch } from '@/shared/session/next'
import classes from './LegalPage.module.css'

export type LegalSection = { id: string; title: string; body: ReactNode }

/** A text to be read and looked things up in: contents beside it, every section with an address. */
export function LegalPage(props: {
  title: string
  /** The first day on which this wording applies, as YYYY-MM-DD. */
  since: string
  lead: ReactNode
  sections: LegalSection[]
}) {
  const cameFrom = registerSearch(useSearch({ strict: false }))
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <ButtonLink
          to="/register"
          search={cameFrom}
          variant="subtle"
          color="gray"
          c="inherit"
          className={classes.back}
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          Back to Sign Up
        </ButtonLink>
        <h1>{props.title}</h1>
        <p className={classes.since}>
          In force since <time dateTime={props.since}>{inWords(props.since)}</time>
        </p>
      </div>
      <nav className={classes.contents} aria-label="Contents">
        <ol>
          {props.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={classes.text}>
        <div className={classes.lead}>{props.lead}</div>
        {props.sections.map(({ id, title, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              {index + 1}. {title}
            </h2>
            {body}
          </section>
        ))}
      </article>
    </div>
  )
}

function inWords(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}
