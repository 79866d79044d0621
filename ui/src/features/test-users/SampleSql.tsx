import { Section } from '@/components/Section'
import classes from './SampleSql.module.css'

/** What to ask the database itself, for whoever has it at hand. */
export function SampleSql({ id = 'YOUR-AUTH-ID' }: { id?: string }) {
  return (
    <Section
      title="Sample SQL"
      lead="The database of a demonstration is a file in its data folder; nothing is run from here."
    >
      <pre className={classes.sql}>
        {`SELECT id, auth_id, name, email, phone, user_type
FROM users
WHERE auth_id = '${id}';`}
      </pre>
    </Section>
  )
}
