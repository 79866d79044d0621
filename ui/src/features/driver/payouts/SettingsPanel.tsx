import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PayoutSettingsOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { Option } from '@/components/fields/Option'
import { centsOf, formatStartingAt } from '@/components/Money'
import { ARRIVES } from '@/shared/payouts/arrival'
import classes from './methods/Methods.module.css'
import { useChangeSettings, useSettings } from './queries'

type Trigger = PayoutSettingsOut['trigger']

/** What goes by itself is a standard payout of the whole balance (OP-37). */
const WHEN = [
  { value: 'weekly', label: 'Every Monday' },
  { value: 'threshold', label: 'Every Monday, and when my balance reaches an amount' },
  { value: 'order', label: 'Every Monday, and after each order' },
] satisfies { value: Trigger; label: string }[]

/** How the driver wants to be paid out; every change is saved as it is made (OUT-09). */
export function SettingsPanel({ driverId }: { driverId: string }) {
  const settings = useSettings(driverId)
  return (
    <section className={classes.card} aria-label="Payout Settings">
      <h3>Payout Settings</h3>
      <DataPanel
        query={settings}
        failure="Your payout settings could not be loaded"
        skeleton={<Skeleton height={220} radius="md" />}
      >
        {(found) => <Settings driverId={driverId} settings={found} />}
      </DataPanel>
    </section>
  )
}

function Settings(props: { driverId: string; settings: PayoutSettingsOut }) {
  const { settings } = props
  const { granted } = settings
  const { mutate } = useChangeSettings(props.driverId)
  return (
    <div className={classes.form}>
      <NativeSelect
        label="When you are paid out"
        data={WHEN}
        value={settings.trigger}
        onChange={({ currentTarget }) => mutate({ trigger: currentTarget.value as Trigger })}
      />
      {settings.trigger === 'threshold' && (
        <Limit
          label="Paid out from this balance on"
          cents={settings.auto_payout_threshold_cents}
          least={1}
          onSave={(cents) => mutate({ auto_payout_threshold_cents: cents })}
        />
      )}
      <Option
        label="Instant payouts"
        hint={`Your money ${ARRIVES.instant}, for fees that you see before you confirm.`}
        checked={settings.enable_instant_payouts}
        onChange={(on) => mutate({ enable_instant_payouts: on })}
      />
      <Option
        label="E-mail about payouts"
        hint="When one was paid, when one failed and why, and when instant payouts are on hold."
        checked={settings.notification_preferences.email}
        onChange={(email) =>
          mutate({ notification_preferences: { ...settings.notification_preferences, email } })
        }
      />
      <div className={classes.pair}>
        <Limit
          label="Least of one instant payout"
          cents={settings.minimum_instant_cents}
          least={granted.minimum_instant_cents}
          most={settings.maximum_instant_cents}
          onSave={(cents) => mutate({ minimum_instant_cents: cents })}
        />
        <Limit
          label="Most of one instant payout"
          cents={settings.maximum_instant_cents}
          least={settings.minimum_instant_cents}
          most={granted.maximum_instant_cents}
          onSave={(cents) => mutate({ maximum_instant_cents: cents })}
        />
        <Limit
          label="Most instant payouts in a day"
          cents={settings.daily_instant_limit_cents}
          least={1}
          most={granted.daily_instant_limit_cents}
          onSave={(cents) => mutate({ daily_instant_limit_cents: cents })}
        />
      </div>
    </div>
  )
}

/** An amount in dollars that is saved when one leaves it, and says beside it why it was not. */
function Limit(props: {
  label: string
  cents: number
  least: number
  most?: number
  onSave: (cents: number) => void
}) {
  const [written, setWritten] = useState<string | null>(null)
  const cents = centsOf(written ?? plain(props.cents))
  const fault =
    cents === null
      ? 'Write an amount such as 25.00'
      : cents < props.least
        ? `At least ${formatStartingAt(props.least)}`
        : props.most !== undefined && cents > props.most
          ? `At most ${formatStartingAt(props.most)}`
          : null
  const save = () => {
    if (written === null || fault !== null || cents === null) return
    setWritten(null)
    if (cents !== props.cents) props.onSave(cents)
  }
  return (
    <TextInput
      label={props.label}
      leftSection="$"
      inputMode="decimal"
      maxLength={12}
      value={written ?? plain(props.cents)}
      error={written !== null && fault}
      onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
    />
  )
}

function plain(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}
