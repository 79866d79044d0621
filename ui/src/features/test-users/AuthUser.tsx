import type { ReactNode } from 'react'
import type { UserOut } from '@/api/generated/types.gen'
import classes from './AuthUser.module.css'

/** An auth user as the server holds it. */
export function AuthUser({ user, children }: { user: UserOut; children?: ReactNode }) {
  const { name, phone } = user.user_metadata as { name?: string; phone?: string }
  return (
    <dl className={classes.user}>
      <dt>Auth ID</dt>
      <dd>{user.id}</dd>
      <dt>User ID</dt>
      <dd>{String(user.app_metadata.user_id)}</dd>
      <dt>Kind</dt>
      <dd>{String(user.app_metadata.user_type)}</dd>
      <dt>Name</dt>
      <dd>{name || 'none'}</dd>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>Phone</dt>
      <dd>{phone || 'none'}</dd>
      {children}
    </dl>
  )
}
