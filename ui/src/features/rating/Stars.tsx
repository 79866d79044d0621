import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './Stars.module.css'

/** What each number of stars says, so that nobody has to guess which end is good. */
export const MEANING = ['', 'Bad', 'Poor', 'All right', 'Good', 'Excellent']

/** One to five stars as radio buttons: the arrow keys move among them, and none is chosen at first. */
export function Stars(props: {
  label: string
  value: number
  onChange: (stars: number) => void
  error?: string
}) {
  const id = useId()
  return (
    <fieldset className={classes.stars} aria-describedby={props.error ? `${id}-error` : undefined}>
      <legend className={classes.label}>{props.label}</legend>
      <div className={classes.row}>
        {[1, 2, 3, 4, 5].map((each) => (
          <label key={each} className={classes.star} data-lit={each <= props.value || undefined}>
            <input
              type="radio"
              name={id}
              value={each}
              checked={each === props.value}
              onChange={() => props.onChange(each)}
              aria-label={`${each} ${each === 1 ? 'star' : 'stars'}, ${MEANING[each]}`}
            />
            {each <= props.value ? (
              <IconStarFilled size={36} aria-hidden="true" />
            ) : (
              <IconStar size={36} stroke={1.5} aria-hidden="true" />
            )}
          </label>
        ))}
        <span className={classes.meaning} aria-hidden="true">
          {MEANING[props.value]}
        </span>
      </div>
      {props.error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {props.error}
        </p>
      )}
    </fieldset>
  )
}
