import { Radio } from '@mantine/core'
import type { Registration } from '@/auth/sessionStore'
import classes from '@/components/forms/Form.module.css'

type Role = Registration['userType']

const ROLES: Record<Role, { name: string; hint: string }> = {
  customer: { name: 'Customer', hint: 'I have something to move or send.' },
  driver: { name: 'Driver', hint: 'I have a vehicle and want to drive.' },
}

/** Customer or driver: nobody can choose to be anything else (AUT-05). */
export function RoleChoice(props: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group
      label="Sign up as"
      name="userType"
      value={props.value}
      onChange={(value) => props.onChange(value as Role)}
    >
      <div className={classes.roles}>
        {(Object.keys(ROLES) as Role[]).map((role) => (
          <Radio.Card key={role} value={role} className={classes.role}>
            <span className={classes.roleName}>{ROLES[role].name}</span>
            <Radio.Indicator />
            <span className={classes.roleHint}>{ROLES[role].hint}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
