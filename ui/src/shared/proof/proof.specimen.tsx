import { useState } from 'react'
import type { Specimen } from '@/design/specimen'
import { ProofForm } from './ProofForm'
import { SignatureDrawing } from './SignatureDrawing'
import { SignaturePad } from './SignaturePad'
import type { Signature } from './signature'

const DRAWN: Signature = {
  kind: 'drawn',
  strokes: [
    [
      [120, 300],
      [210, 90],
      [300, 300],
      [340, 200],
      [420, 290],
      [520, 180],
      [560, 300],
      [700, 210],
      [860, 280],
    ],
    [
      [150, 220],
      [290, 215],
    ],
  ],
}

function APad({ from }: { from: Signature | null }) {
  const [value, setValue] = useState(from)
  return <SignaturePad value={value} onChange={setValue} />
}

function AForm({ asksPin }: { asksPin: boolean }) {
  return (
    <ProofForm
      orderNumber={10001}
      contactName="Ann Lee"
      asksPin={asksPin}
      onSubmit={() => Promise.reject(new Error('This is a specimen: nothing is sent.'))}
      onCancel={() => undefined}
    />
  )
}

export default {
  name: 'Proof of delivery',
  states: {
    'a pad that is empty': <APad from={null} />,
    'a pad that is signed': <APad from={DRAWN} />,
    'a name typed as signature': <APad from={{ kind: 'typed', text: 'Ann Lee' }} />,
    'a signature shown again': <SignatureDrawing signature={DRAWN} by="Ann Lee" />,
    'the whole form': <AForm asksPin={false} />,
    'with a PIN': <AForm asksPin />,
  },
} satisfies Specimen
