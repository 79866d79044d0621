import { Button } from '@mantine/core'
import type { DriverOut } from '@/api/generated/types.gen'
import { ButtonLink } from '@/components/RouterLink'
import classes from './OnlineSwitch.module.css'
import { useOnline } from './useOnline'

/** Whether requests come in, readable from a car mount, and the one switch for it (DRV-03, DRV-05). */
export function OnlineSwitch({ driver, isOnJob }: { driver: DriverOut; isOnJob: boolean }) {
  const { isPending, toggle } = useOnline(driver)
  const { is_online } = driver
  const isLapsed = driver.is_approved && !driver.suspended_at && driver.documents_lapsed_at !== null
  const maySwitch = (driver.is_approved && !driver.suspended_at && !isLapsed) || is_online
  return (
    <section className={classes.bar} data-online={is_online || undefined} aria-label="Your status">
      <div>
        <p className={classes.state} aria-live="polite">
          {is_online
            ? `You are ONLINE and ${isOnJob ? 'on a job' : 'available'}`
            : 'You are OFFLINE'}
        </p>
        <p className={classes.hint}>{hintOf(driver, isOnJob)}</p>
      </div>
      {isLapsed && !is_online && (
        <ButtonLink to="/driver-dashboard/profile" className={classes.button}>
          Send Documents
        </ButtonLink>
      )}
      {!driver.is_approved && (
        <ButtonLink to="/drive-with-us" search={{ step: 7 }} className={classes.button}>
          Your Application
        </ButtonLink>
      )}
      {maySwitch && (
        <Button
          className={classes.button}
          variant={is_online ? 'default' : 'filled'}
          loading={isPending}
          onClick={toggle}
        >
          {is_online ? 'Go Offline' : 'Go Online'}
        </Button>
      )}
    </section>
  )
}

function hintOf(driver: DriverOut, isOnJob: boolean): string {
  const { is_approved, is_online, suspended_at, suspension_reason, documents_lapsed_at } = driver
  if (is_online && isOnJob) return 'Customers can be matched with you again once the job is done.'
  if (is_online) return 'Customers near you can be matched with you.'
  if (suspended_at) return `Your driver account is suspended. Our reason: ${suspension_reason}`
  if (is_approved && documents_lapsed_at) {
    return 'A document that you need has expired, or another one is asked for. Send it: you are back once it is approved.'
  }
  return is_approved
    ? 'Go online for instant jobs. Scheduled jobs reach you anytime.'
    : 'Your driver account is not approved yet. Once it is, you can go online and take jobs here.'
}
