import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useOrderActions, usePeopleActions, useSearchActions } from './actions'
import classes from './Search.module.css'
import { takeTyped } from './typedAhead'

/** Everything that can be opened or done from here, found by typing. */
export function Search({ opened }: { opened: number }) {
  // The button counts how often it was used; each time opens the search anew.
  useEffect(() => {
    if (opened > 0) spotlight.open()
  }, [opened])
  const [typed, setTyped] = useState('')
  const { actions: orders, nothingFound } = useOrderActions(typed)
  return (
    <Spotlight
      actions={[...orders, ...usePeopleActions(typed), ...useSearchActions()]}
      query={typed}
      onQueryChange={setTyped}
      clearQueryOnClose
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={480}
      radius="lg"
      classNames={{
        content: classes.content,
        search: classes.search,
        actionsGroup: classes.group,
        action: classes.action,
      }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      nothingFound={nothingFound}
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden="true" />,
        placeholder: 'Search pages and actions',
        'aria-label': 'Search pages and actions',
        onFocus: () => setTyped((text) => text + takeTyped()),
      }}
    />
  )
}
