import { IconHourglass } from '@tabler/icons-react'
import { EmptyState } from './EmptyState'

/** A tab that is promised and not written yet: it says so, and what helps today. */
export function NotBuiltTab({ name, meanwhile }: { name: string; meanwhile: string }) {
  return (
    <EmptyState icon={<IconHourglass size={28} />} title={`${name} is not built yet`}>
      <p>{meanwhile}</p>
    </EmptyState>
  )
}
