import { Loader } from '@mantine/core'
import { IconUserCog } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DriverOut } from '@/api/generated/types.gen'
import { PageTabs } from '@/components/PageTabs'
import { ButtonLink } from '@/components/RouterLink'
import { OnlineSwitch } from '../online/OnlineSwitch'
import { TAB_HINTS, TABS, type Tab } from '../tabs'
import classes from './DriverFrame.module.css'
import { useFirstLoad } from './useFirstLoad'

/** What stands around every tab of the driver's screen, made for a phone: the switch, the tabs, the notices. */
export function DriverFrame(props: {
  driver: DriverOut
  open: Tab
  /** A job is in hand that is to be done by now. */
  isOnJob: boolean
  /** Where the device is, or why it does not tell, is known. */
  isLocated: boolean
  notices: ReactNode
  children: ReactNode
}) {
  const isComplete = useFirstLoad(props.isLocated)
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h1>Driver Dashboard</h1>
        <OnlineSwitch driver={props.driver} isOnJob={props.isOnJob} />
      </header>
      <div className={classes.tabs}>
        <PageTabs
          title="Driver Dashboard"
          to="/driver-dashboard"
          tabs={TABS}
          hints={TAB_HINTS}
          first="jobs"
          open={props.open}
        />
        <ButtonLink
          to="/driver-dashboard/profile"
          variant="subtle"
          color="gray"
          aria-label="Profile"
          className={classes.profile}
          leftSection={<IconUserCog size={20} aria-hidden="true" />}
        >
          Profile
        </ButtonLink>
      </div>
      {!isComplete && (
        <div className={classes.waiting} role="status" aria-label="Loading your work">
          <Loader />
        </div>
      )}
      <div hidden={!isComplete}>
        <div className={classes.notices}>{props.notices}</div>
        <section aria-label={TABS[props.open]}>{props.children}</section>
      </div>
    </div>
  )
}
