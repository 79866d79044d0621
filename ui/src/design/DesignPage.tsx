import classes from './DesignPage.module.css'
import type { Specimen } from './specimen'

const found = import.meta.glob<{ default: Specimen }>('../**/*.specimen.tsx', { eager: true })
const specimens = Object.values(found)
  .map((file) => file.default)
  .sort((one, other) => one.name.localeCompare(other.name))

/** Every shared component in every state, for development builds only. */
export function DesignPage() {
  return (
    <div className={classes.page}>
      <h1>Design</h1>
      <nav className={classes.contents} aria-label="Components">
        {specimens.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
      {specimens.map(({ name, states }) => (
        <section key={name} id={name} className={classes.specimen} aria-label={name}>
          <h2>{name}</h2>
          <div className={classes.states}>
            {Object.entries(states).map(([state, shown]) => (
              <figure key={state}>
                <figcaption>{state}</figcaption>
                {shown}
              </figure>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
