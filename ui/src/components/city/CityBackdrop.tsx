import classes from './CityBackdrop.module.css'

/** The city behind a form that floats over it. It says nothing, so it is hidden from readers. */
export function CityBackdrop() {
  return (
    <div className={classes.backdrop} aria-hidden="true">
      <div className={classes.picture} />
    </div>
  )
}
