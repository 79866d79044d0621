import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from './SectionMenu.module.css'

/** The pages of a large area in groups: a column beside the open one, or a button that unfolds on a narrow screen. */
export function SectionMenu(props: {
  /** Names the menu to a screen reader. */
  title: string
  to: '/admin'
  /** By the name of a group, the label of each page under its word in the address. */
  sections: Record<string, Record<string, string>>
  /** The page that needs no word in the address. */
  first: string
  open: string
}) {
  const { title, to, sections, first, open } = props
  const [unfolded, setUnfolded] = useState(false)
  const labels = Object.assign({}, ...Object.values(sections)) as Record<string, string>
  return (
    <nav className={classes.menu} aria-label={title}>
      <button
        type="button"
        className={classes.button}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {labels[open]}
        <IconChevronDown size={20} aria-hidden />
      </button>
      <div className={classes.groups} data-unfolded={unfolded || undefined}>
        {Object.entries(sections).map(([group, pages]) => (
          <div key={group}>
            <h2>{group}</h2>
            <ul>
              {Object.entries(pages).map(([page, label]) => (
                <li key={page}>
                  <Link
                    to={to}
                    search={{ tab: page === first ? undefined : page }}
                    aria-current={page === open ? 'page' : undefined}
                    // Of all the pages one is open, whatever else stands in the address.
                    activeOptions={{ exact: true, explicitUndefined: true }}
                    activeProps={{}}
                    onClick={() => setUnfolded(false)}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
