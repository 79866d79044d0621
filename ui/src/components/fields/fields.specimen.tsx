import { useState } from 'react'
import type { Specimen } from '@/design/specimen'
import { Choice } from './Choice'
import { Measure } from './Measure'
import { Option } from './Option'
import { Tick } from './Tick'

const URGENCIES = { standard: 'Standard', express: 'Express', urgent: 'Urgent' }

function AChoice() {
  const [value, setValue] = useState<keyof typeof URGENCIES>('standard')
  return <Choice label="Urgency" value={value} labels={URGENCIES} onChange={setValue} />
}

function AnOption({ from }: { from: boolean }) {
  const [checked, setChecked] = useState(from)
  return (
    <Option label="Fragile" hint="Glass, art, screens" checked={checked} onChange={setChecked} />
  )
}

function AMeasure() {
  const [value, setValue] = useState(6)
  return (
    <Measure
      label="Distance"
      bounds={{ min: 1, max: 50, step: 0.5 }}
      value={value}
      format={(miles) => `${miles.toFixed(1)} mi`}
      onChange={setValue}
    />
  )
}

export default {
  name: 'Fields',
  states: {
    'one of a few': <AChoice />,
    'not taken': <AnOption from={false} />,
    taken: <AnOption from />,
    'a tick': <Tick label="I agree" />,
    'a tick that is missing': <Tick label="I agree" error="Agree to go on." />,
    'a measure': <AMeasure />,
  },
} satisfies Specimen
