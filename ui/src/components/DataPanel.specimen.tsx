import { Skeleton } from '@mantine/core'
import type { Specimen } from '@/design/specimen'
import { DataPanel, type PanelQuery } from './DataPanel'
import { EmptyState } from './EmptyState'

type Names = string[]
const query: PanelQuery<Names> = {
  data: undefined,
  error: null,
  isFetching: false,
  fetchStatus: 'idle',
  refetch: () => undefined,
}

function panel(state: Partial<PanelQuery<Names>>) {
  return (
    <DataPanel
      query={{ ...query, ...state } as PanelQuery<Names>}
      failure="Your orders could not be loaded"
      skeleton={<Skeleton height={96} radius="lg" />}
      isEmpty={(names) => names.length === 0}
      empty={<EmptyState title="Nothing here" />}
    >
      {(names) => <p>{names.join(', ')}</p>}
    </DataPanel>
  )
}

export default {
  name: 'DataPanel',
  states: {
    loading: panel({ isFetching: true, fetchStatus: 'fetching' }),
    offline: panel({ fetchStatus: 'paused' }),
    failed: panel({ error: new TypeError('Failed to fetch') }),
    empty: panel({ data: [] }),
    loaded: panel({ data: ['#10234', '#10235'] }),
    'loaded, then failed': panel({ data: ['#10234'], error: new TypeError('Failed to fetch') }),
  },
} satisfies Specimen
