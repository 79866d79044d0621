import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './Tick.module.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  /** What is wrong with it. */
  error?: ReactNode
}

/** The browser's own checkbox with its words beside it: it works before any script has come. */
export function Tick({ label, error, className, ...input }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label className={classes.tick}>
        <input
          {...input}
          {...(error ? { 'aria-describedby': id, 'aria-invalid': true } : {})}
          type="checkbox"
          className={classes.box}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
