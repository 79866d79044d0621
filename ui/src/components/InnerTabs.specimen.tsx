import { useId, useState } from 'react'
import type { Specimen } from '@/design/specimen'
import { InnerTabs } from './InnerTabs'

const VIEWS = { first: 'Overview', second: 'Expenses', third: 'Mileage' }

function Sample() {
  const id = useId()
  const [view, setView] = useState<keyof typeof VIEWS>('first')
  return (
    <>
      <InnerTabs id={id} label="Sample" views={VIEWS} view={view} onView={setView} />
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${view}`}>
        {VIEWS[view]}
      </div>
    </>
  )
}

export default { name: 'InnerTabs', states: { tabs: <Sample /> } } satisfies Specimen
