import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh, IconShieldCheck } from '@tabler/icons-react'
import type { FetchStatus } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { codeOf, sentenceOf } from '@/api/problem'
import classes from './DataPanel.module.css'
import { EmptyState } from './EmptyState'
import { ButtonLink } from './RouterLink'

/** The part of a query that a panel looks at; infinite queries have it too. */
export type PanelQuery<T> = {
  data: T | undefined
  error: unknown
  isFetching: boolean
  fetchStatus: FetchStatus
  refetch: () => unknown
}

/**
 * What hangs on one query: its skeleton, what it brought, that it brought nothing, or that it
 * failed with Try Again beside it. Data that could not be renewed stays, and says that it is old.
 */
export function DataPanel<T>(props: {
  query: PanelQuery<T>
  /** In the shape of what comes. */
  skeleton: ReactNode
  /** What could not be loaded, as in "Your orders could not be loaded". */
  failure: string
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}) {
  const { query } = props
  if (query.data !== undefined) {
    const empty = props.isEmpty?.(query.data) && props.empty
    return (
      <>
        {Boolean(query.error) && <Stale query={query} />}
        {empty || props.children(query.data)}
      </>
    )
  }
  if (query.fetchStatus === 'paused') {
    return (
      <EmptyState icon={<IconCloudOff size={28} />} title="You are offline">
        <p>This loads by itself when the connection is back.</p>
      </EmptyState>
    )
  }
  if (query.error) return <Failed query={query} failure={props.failure} />
  return (
    <div aria-busy="true">
      <span className={classes.hidden} role="status">
        Loading
      </span>
      <div aria-hidden="true">{props.skeleton}</div>
    </div>
  )
}

function Failed({ query, failure }: { query: PanelQuery<unknown>; failure: string }) {
  if (codeOf(query.error) === 'admin_second_factor_required') return <FactorNeeded />
  return (
    <div role="alert">
      <EmptyState
        icon={<IconRefresh size={28} />}
        title={failure}
        action={
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            Try Again
          </Button>
        }
      >
        <p>{sentenceOf(query.error)}</p>
      </EmptyState>
    </div>
  )
}

/** Administrators are let in with a second factor; where there is none yet, it is set up first. */
function FactorNeeded() {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <div role="alert">
      <EmptyState
        icon={<IconShieldCheck size={28} />}
        title="Administrators need a second factor here"
        action={
          <ButtonLink to="/account" search={{ next: here }}>
            Set Up Two-Factor
          </ButtonLink>
        }
      >
        <p>
          Set one up on your account page, under Two-factor sign-in. You can then come back to where
          you are now.
        </p>
      </EmptyState>
    </div>
  )
}

function Stale({ query }: { query: PanelQuery<unknown> }) {
  return (
    <div className={classes.stale} role="status">
      <p>This may be out of date. {sentenceOf(query.error)}</p>
      <Button
        size="compact-md"
        variant="default"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try Again
      </Button>
    </div>
  )
}
