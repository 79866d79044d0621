import { useSession } from '@/api/session'
import type { SessionUser } from '@/api/storedSession'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import classes from './AnalyticsPage.module.css'
import { PerformanceAnalytics } from './PerformanceAnalytics'
import type { AnalyticsSearch } from './search'

/** The panel on a page of its own, for a driver who is signed in. */
export function AnalyticsPage(props: {
  user: SessionUser
  search: AnalyticsSearch
  onSearch: (next: AnalyticsSearch) => void
}) {
  const { signOut } = useSession()
  if (props.user.userType !== 'driver') {
    return (
      <ScreenMessage
        title="Driver Access Required"
        actions={
          <ButtonLink to="/login" onClick={() => void signOut()}>
            Sign In as Driver
          </ButtonLink>
        }
      >
        <p>You are signed in as {props.user.name || props.user.email}, who does not drive.</p>
      </ScreenMessage>
    )
  }
  return (
    <div className={classes.page}>
      <h1>Driver dashboard</h1>
      <PerformanceAnalytics search={props.search} onSearch={props.onSearch} />
    </div>
  )
}
