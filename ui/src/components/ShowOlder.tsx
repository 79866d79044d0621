import { Button } from '@mantine/core'
import classes from './ShowOlder.module.css'

/** The part of an infinite query that its next page hangs on. */
export type NextPage = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Below a list that goes on: brings its next page, and is gone with the last one. *next* is what that
 * page has, where the list does not begin with the newest.
 */
export function ShowOlder(props: { query: NextPage; what: string; next?: 'older' | 'newer' }) {
  const { query } = props
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      className={classes.older}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show {props.next ?? 'older'} {props.what}
    </Button>
  )
}
