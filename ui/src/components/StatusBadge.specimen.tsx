import type { Specimen } from '@/design/specimen'
import { STATUSES, StatusBadge } from './StatusBadge'

export default {
  name: 'StatusBadge',
  states: Object.fromEntries(
    STATUSES.map((each) => [each, <StatusBadge key={each} status={each} />]),
  ),
} satisfies Specimen
