import { Button } from '@mantine/core'
import type { DriverOut } from '@/api/generated/types.gen'
import classes from './OnlineBanner.module.css'
import { useOnline } from './useOnline'

/** Whether requests come in, in words that can be read from a car mount (DRV-05). */
export function OnlineBanner({ driver }: { driver: DriverOut }) {
  const { isPending, toggle } = useOnline(driver)
  if (!driver.is_approved && !driver.is_online) return <NotApproved />
  return (
    <section className={classes.banner} data-online={driver.is_online} aria-label="Your status">
      <div>
        <p className={classes.state} aria-live="polite">
          {driver.is_online ? 'You are ONLINE and available' : 'You are OFFLINE'}
        </p>
        <p className={classes.hint}>
          {driver.is_online
            ? 'Customers near you can be matched with you.'
            : 'Go online for instant jobs. Scheduled jobs reach you anytime.'}
        </p>
      </div>
      <Button
        size="lg"
        className={classes.button}
        variant={driver.is_online ? 'default' : 'filled'}
        loading={isPending}
        onClick={toggle}
      >
        {driver.is_online ? 'Go Offline' : 'Go Online'}
      </Button>
    </section>
  )
}

function NotApproved() {
  return (
    <section className={classes.banner} aria-label="Your status">
      <div>
        <p className={classes.state}>You are OFFLINE</p>
        <p className={classes.hint}>
          Your driver account is not approved yet. Once it is, you can go online and take jobs here.
        </p>
      </div>
    </section>
  )
}
