import { Link } from '@tanstack/react-router'
import { useMarketplaceStatus } from '@/api/status'
import { ColorSchemeChoice } from './ColorSchemeChoice'
import classes from './Footer.module.css'

export function Footer() {
  const support = useMarketplaceStatus()?.support_email
  return (
    <footer className={classes.footer}>
      <div className={classes.bar}>
        <p>haulage. Moving and delivery on demand.</p>
        <ColorSchemeChoice />
        <nav className={classes.links} aria-label="Help and legal">
          {support && <a href={`mailto:${support}`}>Contact support</a>}
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
        </nav>
      </div>
    </footer>
  )
}
