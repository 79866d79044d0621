import classes from './Option.module.css'

/** A yes or no with room for what it means. */
export function Option(props: {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={classes.option}>
      <input
        type="checkbox"
        className={classes.tick}
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>
        <span className={classes.label}>{props.label}</span>
        <span className={classes.hint}>{props.hint}</span>
      </span>
    </label>
  )
}
