import type { ListedPersonOut, PersonColumn } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { dayAndTime } from '@/components/time'
import { PersonLink } from '@/shared/admin/AdminLinks'
import { PersonStatus } from './PersonStatus'

const ROLE_OF = { customer: 'Customer', driver: 'Driver', admin: 'Administrator' } as const
const at = (instant: string | null) => instant && dayAndTime(instant, Date.now())

/** What the list of people can show, which is what its file can have. */
export const PERSON_COLUMNS: Columns<ListedPersonOut, PersonColumn> = {
  list: 'people',
  lead: 'name',
  usual: ['email', 'phone', 'role', 'last_active', 'created', 'orders', 'jobs'],
  every: {
    id: { label: 'User id', rem: 11, cell: ({ id }) => <code>{id}</code> },
    name: {
      label: 'Name',
      rem: 8,
      cell: ({ id, name }) => <PersonLink id={id}>{name || 'No name'}</PersonLink>,
    },
    email: { label: 'Email address', rem: 11, cell: ({ email }) => email },
    phone: { label: 'Phone', rem: 8, cell: ({ phone }) => phone },
    role: {
      label: 'Role',
      rem: 8,
      cell: (person) => (
        <>
          {ROLE_OF[person.user_type]} <PersonStatus {...person} />
        </>
      ),
    },
    created: { label: 'Since', rem: 6.5, cell: ({ created_at }) => at(created_at) },
    last_active: {
      label: 'Last active',
      rem: 6.5,
      cell: ({ last_active_at }) => at(last_active_at) ?? 'Never signed in',
    },
    suspended: { label: 'Suspended', rem: 6.5, cell: ({ suspended_at }) => at(suspended_at) },
    driver: {
      label: 'Driver id',
      rem: 11,
      cell: ({ driver_id }) => driver_id && <code>{driver_id}</code>,
    },
    approved: { label: 'Approved', rem: 6.5, cell: ({ approved_at }) => at(approved_at) },
    orders: { label: 'Orders', rem: 4, isFigure: true, cell: ({ orders }) => String(orders) },
    jobs: {
      label: 'Jobs',
      rem: 3.5,
      isFigure: true,
      cell: ({ driver_id, jobs }) => driver_id && String(jobs),
    },
  },
}
