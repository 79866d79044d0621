import classes from './MapLegend.module.css'

/** What the marks mean (MAP-19); a phone shows it on demand, so that it covers no map. */
export function MapLegend() {
  return (
    <details className={classes.legend} open={window.matchMedia('(min-width: 48em)').matches}>
      <summary className={classes.summary}>Legend</summary>
      <ul className={classes.list}>
        <li>
          <span className={classes.pickup} /> Pickup
        </li>
        <li>
          <span className={classes.dropoff} /> Dropoff
        </li>
        <li>
          <span className={classes.driver} /> Driver
        </li>
        <li>
          <span className={classes.you} /> You are here
        </li>
      </ul>
    </details>
  )
}
