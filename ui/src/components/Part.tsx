import { createContext, type ReactNode, useContext } from 'react'
import classes from './Part.module.css'

/** What the parts' titles are: third-level, and second-level where the page's own title stands above them. */
export const PartTitle = createContext<'h2' | 'h3'>('h3')

/** One subject of a case that somebody decides about. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const Title = useContext(PartTitle)
  return (
    <section className={classes.part} aria-label={title}>
      <Title>{title}</Title>
      {children}
    </section>
  )
}

/** What is known of a subject, line by line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
