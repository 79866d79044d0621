import type { Registration } from '@/auth/sessionStore'
import classes from '@/components/forms/Form.module.css'

type Role = Registration['userType']

const ROLES: Record<Role, { name: string; hint: string }> = {
  customer: { name: 'Customer', hint: 'I have something to move or send.' },
  driver: { name: 'Driver', hint: 'I have a vehicle and want to drive.' },
}

/**
 * Customer or driver: nobody can choose to be anything else (AUT-05). These are the browser's own radio
 * buttons, which work before any script has come.
 */
export function RoleChoice(props: { value: Role; onChange: (role: Role) => void }) {
  return (
    <fieldset className={classes.roles}>
      <legend>Sign up as</legend>
      {(Object.keys(ROLES) as Role[]).map((role) => (
        <label key={role} className={classes.role}>
          <span className={classes.roleName}>{ROLES[role].name}</span>
          <input
            type="radio"
            name="userType"
            value={role}
            checked={role === props.value}
            onChange={() => props.onChange(role)}
          />
          <span className={classes.roleHint}>{ROLES[role].hint}</span>
        </label>
      ))}
    </fieldset>
  )
}
