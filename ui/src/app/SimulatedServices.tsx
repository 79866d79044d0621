import { useMarketplaceStatus } from '@/api/status'
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

/** A simulation never passes for the real thing, so the label stands on every screen. */
export function SimulatedServices() {
  const status = useMarketplaceStatus()
  if (!status || status.simulated.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={classes.label}
        popoverTarget="simulated-services"
        aria-label="Simulated services"
      >
        Simulated<span className={classes.long}> services</span>
      </button>
      <div id="simulated-services" popover="auto" className={classes.panel}>
        <p className={classes.title}>
          {status.mode === 'demo' ? 'This is a demonstration' : 'Not everything here is real yet'}
        </p>
        {status.sign_ins.length > 0 && (
          <>
            <p className={classes.part}>Sign in as one of these</p>
            <ul className={classes.list}>
              {status.sign_ins.map(({ role, email }) => (
                <li key={email}>
                  {ROLE[role] ?? role}: {email}
                </li>
              ))}
            </ul>
            <p className={classes.password}>
              Password: <strong>{status.sign_ins[0]?.password}</strong>
            </p>
            <p className={classes.part}>What is simulated</p>
          </>
        )}
        <ul className={classes.list}>
          {status.simulated.map((name) => (
            <li key={name}>{EFFECT[name] ?? name}</li>
          ))}
        </ul>
        <p className={classes.version}>Version {status.version}</p>
      </div>
    </>
  )
}
