import { Outlet, useMatches } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { pageTitle } from '@/components/usePageTitle'
import { Footer } from './Footer'
import { Header } from './Header'
import { OfflineBanner } from './OfflineBanner'
import { ProofQuestion } from './ProofQuestion'
import { SessionExpiry } from './SessionExpiry'
import classes from './Shell.module.css'

const MAIN = 'main-content'

export function Shell() {
  useRouteTitle()
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

/** Set again for every page, because the one before may have said more than its route does. */
function useRouteTitle() {
  const title = useMatches({ select: (matches) => pageTitle(matches.at(-1)?.staticData.title) })
  const page = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of the same route begins with its title too.
  useLayoutEffect(() => {
    document.title = title
  }, [title, page])
}
