import type { ListedPersonOut } from '@/api/generated/types.gen'

/** A customer in the administrators' list of people. */
export const LISTED_PERSON: ListedPersonOut = {
  id: 'usr_eve',
  email: 'eve@example.com',
  name: 'Eve Ott',
  phone: '+12125550100',
  user_type: 'customer',
  created_at: '2026-11-01T12:00:00Z',
  last_active_at: null,
  suspended_at: null,
  driver_id: null,
  approved_at: null,
  is_online: false,
  orders: 3,
  jobs: 0,
}
