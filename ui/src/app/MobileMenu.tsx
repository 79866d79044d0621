import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import { useSession } from '@/auth/session'
import { AccountArea } from './AccountArea'
import classes from './Header.module.css'
import { MainLinks } from './MainLinks'

const UnreadDot = lazy(() => import('./UnreadDot'))

/** The header's links on small screens, in a sheet from above. */
export function MobileMenu() {
  const { user } = useSession()
  const menu = useRef<HTMLDialogElement>(null)
  const close = () => menu.current?.close()
  return (
    <>
      <ActionIcon
        className={classes.opener}
        variant="subtle"
        color="gray"
        c="inherit"
        size={44}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => menu.current?.showModal()}
      >
        <IconMenu2 size={22} />
        {user && user.userType !== 'admin' && (
          <Suspense fallback={null}>
            <UnreadDot />
          </Suspense>
        )}
      </ActionIcon>
      {/* The browser's own modal dialog: it traps focus, closes on Escape and returns focus. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog natively. */}
      <dialog
        ref={menu}
        className={classes.menu}
        aria-label="Menu"
        onClick={(event) => {
          const chosen = event.target instanceof Element && event.target.closest('a, [data-leaves]')
          if (chosen || event.target === event.currentTarget) close()
        }}
      >
        <div className={classes.sheet}>
          <div className={classes.sheetTop}>
            <span className={classes.sheetTitle}>Menu</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="inherit"
              size={44}
              aria-label="Close menu"
              onClick={close}
            >
              <IconX size={22} />
            </ActionIcon>
          </div>
          <nav className={classes.stacked} aria-label="Main">
            <MainLinks />
          </nav>
          <div className={classes.stackedAccount} data-stacked>
            <AccountArea isStacked />
          </div>
        </div>
      </dialog>
    </>
  )
}
