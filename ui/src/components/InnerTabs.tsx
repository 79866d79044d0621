import type { KeyboardEvent } from 'react'
import classes from './InnerTabs.module.css'

/** Tabs within a page, gone through by the arrow keys, Home and End. The panel is theirs by
 * `role="tabpanel"`, the id `ID-panel` and the label `ID-VIEW`. */
export function InnerTabs<View extends string>(props: {
  id: string
  /** Names the tabs to a screen reader. */
  label: string
  /** The label of each view. */
  views: Record<View, string>
  view: View
  onView: (view: View) => void
}) {
  const views = Object.keys(props.views) as View[]
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const here = views.indexOf(props.view)
    const to: Record<string, number> = {
      ArrowRight: (here + 1) % views.length,
      ArrowLeft: (here + views.length - 1) % views.length,
      Home: 0,
      End: views.length - 1,
    }
    const next = views[to[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    props.onView(next)
    document.getElementById(`${props.id}-${next}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={props.label} className={classes.tabs} onKeyDown={move}>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          role="tab"
          id={`${props.id}-${view}`}
          aria-selected={view === props.view}
          aria-controls={`${props.id}-panel`}
          tabIndex={view === props.view ? 0 : -1}
          onClick={() => props.onView(view)}
        >
          {props.views[view]}
        </button>
      ))}
    </div>
  )
}
