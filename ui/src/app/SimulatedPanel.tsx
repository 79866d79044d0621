import type { StatusOut } from '@/api/generated/types.gen'
import classes from './SimulatedServices.module.css'

/** Names what the server reports as simulated; a name without a sentence is shown as it came. */
const EFFECT: Record<string, string> = {
  cards: 'Cards: no money is charged.',
  payouts: 'Payouts: no money reaches a bank.',
  'sales tax': 'Sales tax: one made-up rate for every place.',
  screening: 'Screening: no background check is ordered.',
  sms: 'Text messages: none is sent.',
  mail: 'E-mail: kept on the server, not sent.',
  telephony: 'Calls: none is placed.',
  'sign-in':
    'Sign-in with Google and Facebook: neither is asked, so anybody may claim to be anybody.',
  'speed limits': 'Speed limits: made up, so a warning of speeding proves nothing.',
}

const ROLE: Record<string, string> = {
  customer: 'Customer',
  driver: 'Driver',
  admin: 'Administrator',
}

/** Who may sign in to a demonstration, and what is simulated here. */
export default function SimulatedPanel({ status }: { status: StatusOut }) {
  return (
    <>
      <p className={classes.title}>
        {status.mode === 'demo' ? 'This is a demonstration' : 'Not everything here is real yet'}
      </p>
      {status.sign_ins.length > 0 && (
        <>
          <p className={classes.part}>Sign in as one of these</p>
          <dl className={classes.people}>
            {status.sign_ins.map(({ role, email }) => (
              <div key={email}>
                <dt>{ROLE[role] ?? role}</dt>
                <dd>{email}</dd>
              </div>
            ))}
            <div>
              <dt>Password</dt>
              <dd>
                <strong>{status.sign_ins[0]?.password}</strong>
              </dd>
            </div>
          </dl>
          <p className={classes.part}>What is simulated</p>
        </>
      )}
      <ul className={classes.list}>
        {status.simulated.map((name) => (
          <li key={name}>{EFFECT[name] ?? name}</li>
        ))}
      </ul>
      <p className={classes.version}>Version {status.version}</p>
    </>
  )
}
