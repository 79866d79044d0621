import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '@/auth/session'
import classes from '../Header.module.css'
import { keepTyped } from './typedAhead'

const Search = lazy(async () => ({ default: (await import('./Search')).Search }))

/** Opens the search over pages and actions, also by Ctrl or Command and K. It is fetched then. */
export function SearchButton() {
  const { user } = useSession()
  const [opened, setOpened] = useState(0)
  const open = () => {
    keepTyped()
    setOpened((times) => times + 1)
  }
  useHotkeys([['mod+K', open]], [], true)
  return (
    <>
      <ActionIcon
        className={classes.search}
        data-operator={user?.userType === 'admin' || undefined}
        variant="subtle"
        color="gray"
        c="inherit"
        size={44}
        aria-label="Search pages and actions"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={20} />
      </ActionIcon>
      {opened > 0 && (
        <Suspense fallback={null}>
          <Search opened={opened} />
        </Suspense>
      )}
    </>
  )
}
