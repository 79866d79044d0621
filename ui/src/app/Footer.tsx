import { Link } from '@tanstack/react-router'
import { ColorSchemeChoice } from './ColorSchemeChoice'
import classes from './Footer.module.css'

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.bar}>
        <p>haulage. Moving and delivery on demand.</p>
        <ColorSchemeChoice />
        <nav className={classes.links} aria-label="Legal">
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
        </nav>
      </div>
    </footer>
  )
}
