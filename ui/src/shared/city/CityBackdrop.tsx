import classes from './CityBackdrop.module.css'

/** The city behind a form that floats over it: decoration, with the credit that it owes. */
export function CityBackdrop() {
  return (
    <div className={classes.backdrop}>
      <div className={classes.picture} />
      <p className={classes.credit}>Schematic map. NYC Open Data</p>
    </div>
  )
}
