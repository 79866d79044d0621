import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '@/auth/session'
import { AccountArea } from './AccountArea'
import { VanMark } from './Brand'
import { ColorSchemeToggle } from './ColorSchemeToggle'
import classes from './Header.module.css'
import { MainLinks } from './MainLinks'
import { MobileMenu } from './MobileMenu'
import { SimulatedServices } from './SimulatedServices'
import { SearchButton } from './search/SearchButton'

const OrderChip = lazy(() => import('./orders/OrderChip'))

export function Header() {
  const { user } = useSession()
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.brand} aria-label="haulage, home">
          <VanMark size={28} />
          <span>haulage</span>
        </Link>
        <SimulatedServices />
        {/* Before the room that is left: nothing moves when it comes. */}
        {user && (
          <Suspense fallback={null}>
            <OrderChip />
          </Suspense>
        )}
        <nav className={classes.wide} aria-label="Main">
          <MainLinks />
        </nav>
        <div className={classes.end}>
          <SearchButton />
          <ColorSchemeToggle />
          <div className={classes.account} data-account>
            <AccountArea />
          </div>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
