import type { AuditColumn, AuditEntryOut } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { dayAndTime } from '@/components/time'
import { IdLink } from '@/shared/admin/AdminLinks'
import { actionWords } from './actions'
import { Facts } from './Facts'

/** What the audit trail can show, which is what its file can have. */
export const AUDIT_COLUMNS: Columns<AuditEntryOut, AuditColumn> = {
  list: 'audit',
  lead: 'number',
  usual: ['at', 'actor', 'role', 'action', 'object', 'facts'],
  every: {
    number: { label: 'Number', rem: 4, cell: ({ number }) => `#${number}` },
    at: { label: 'Time', rem: 6.5, cell: ({ at }) => dayAndTime(at, Date.now()) },
    actor: {
      label: 'Who',
      rem: 7,
      cell: ({ actor_id }) => <IdLink id={actor_id} />,
    },
    role: { label: 'Role', rem: 5, cell: ({ actor_role }) => actor_role },
    action: { label: 'Action', rem: 9, cell: ({ action }) => actionWords(action) },
    kind: {
      label: 'Kind of subject',
      rem: 6,
      cell: ({ object_kind }) => object_kind.replaceAll('_', ' '),
    },
    object: { label: 'Subject', rem: 9, cell: ({ object_id }) => <IdLink id={object_id} /> },
    facts: { label: 'Facts', rem: 12, cell: (entry) => <Facts {...entry} /> },
    hash: { label: 'Hash', rem: 12, cell: ({ hash }) => <code>{hash}</code> },
  },
}
