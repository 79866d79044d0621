import { useState } from 'react'
import type { Specimen } from '@/design/specimen'
import { CodeField } from './CodeField'

function ACode({ from = '', ...state }: { from?: string; invalid?: boolean; disabled?: boolean }) {
  const [code, setCode] = useState(from)
  return <CodeField label="Code" value={code} onChange={setCode} {...state} />
}

export default {
  name: 'CodeField',
  states: {
    empty: <ACode />,
    'half typed': <ACode from="123" />,
    wrong: <ACode from="123456" invalid />,
    disabled: <ACode disabled />,
  },
} satisfies Specimen
