import type { Specimen } from '@/design/specimen'
import { Ring } from './Ring'

function ARing({ share }: { share: number }) {
  return (
    <div
      style={{ position: 'relative', display: 'grid', placeItems: 'center', width: 56, height: 56 }}
    >
      <Ring share={share} grid={{ size: 56, radius: 24, line: 5 }}>
        {Math.round(share * 100)}
      </Ring>
    </div>
  )
}

export default {
  name: 'Ring',
  states: { empty: <ARing share={0} />, half: <ARing share={0.5} />, full: <ARing share={1} /> },
} satisfies Specimen
