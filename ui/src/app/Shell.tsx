import { Outlet } from '@tanstack/react-router'
import { Footer } from './Footer'
import { Header } from './Header'
import { OfflineBanner } from './OfflineBanner'
import { ProofQuestion } from './ProofQuestion'
import { SessionExpiry } from './SessionExpiry'
import classes from './Shell.module.css'

const MAIN = 'main-content'

export function Shell() {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href={`#${MAIN}`}>
        Skip to content
      </a>
      <Header />
      <main id={MAIN} className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <OfflineBanner />
      <SessionExpiry />
      <ProofQuestion />
    </div>
  )
}
