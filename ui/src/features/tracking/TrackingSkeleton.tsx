import { StillMap } from '@/shared/map/LaterMap'
import classes from './TrackingScreen.module.css'

/** The screen's own shape before anything is known. It says what is loading, for on a phone most of it is the map. */
export function TrackingSkeleton() {
  return (
    <div className={classes.stage} aria-busy="true">
      <div className={classes.map}>
        <StillMap fill />
      </div>
      <section className={classes.panel} aria-label="Order">
        <span className={classes.handle} />
        <header className={classes.top}>
          <h1 className={classes.title}>Track Order</h1>
          <span className={classes.state} aria-hidden="true" />
        </header>
        <p className={classes.headline} role="status">
          Loading your order…
        </p>
        <Block height="0.3125rem" />
        <Block height="6rem" />
        <Block height="11rem" />
        <Block height="12rem" />
      </section>
    </div>
  )
}

function Block({ height, width = '100%' }: { height: string; width?: string }) {
  return <span className={classes.skeleton} style={{ height, width }} aria-hidden="true" />
}
