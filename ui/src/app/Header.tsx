import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { VanMark } from '@/components/Brand'
import { ButtonLink } from '@/components/RouterLink'
import { ColorSchemeToggle } from './ColorSchemeToggle'
import classes from './Header.module.css'
import { SimulatedServices } from './SimulatedServices'

export function Header() {
  const menu = useRef<HTMLDialogElement>(null)
  const close = () => menu.current?.close()
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.brand} aria-label="haulage, home">
          <VanMark size={28} />
          <span>haulage</span>
        </Link>
        <SimulatedServices />
        <nav className={classes.wide} aria-label="Main">
          <MainLinks />
        </nav>
        <div className={classes.end}>
          <ColorSchemeToggle />
          <div className={classes.account}>
            <AccountLinks />
          </div>
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
          </ActionIcon>
        </div>
      </div>
      {/* The browser's own modal dialog: it traps focus, closes on Escape and returns focus. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog natively. */}
      <dialog
        ref={menu}
        className={classes.menu}
        aria-label="Menu"
        onClick={(event) => {
          const link = event.target instanceof Element && event.target.closest('a')
          if (link || event.target === event.currentTarget) close()
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
          <div className={classes.stackedAccount}>
            <AccountLinks />
          </div>
        </div>
      </dialog>
    </header>
  )
}

function MainLinks() {
  return (
    <>
      <Link to="/book-service">Book Now</Link>
      <Link to="/track/$orderId" params={{ orderId: 'demo' }}>
        Track
      </Link>
      <Link to="/drive-with-us">Drive</Link>
      <Link to="/admin">Admin</Link>
    </>
  )
}

function AccountLinks() {
  return (
    <>
      <ButtonLink to="/login" variant="subtle" color="gray" c="inherit">
        Login
      </ButtonLink>
      <ButtonLink to="/register" variant="default">
        Sign Up
      </ButtonLink>
    </>
  )
}
