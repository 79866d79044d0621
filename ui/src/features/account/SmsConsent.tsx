import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import classes from '@/components/Section.module.css'
import { dateOf } from '@/components/time'
import { preferencesOptions } from '@/shared/messaging/queries'
import { SmsConsentBox } from '@/shared/messaging/SmsConsentBox'

const SettingsDialog = lazy(() => import('@/shared/messaging/SettingsDialog'))

/** Whether texts may go to the number above it. Whoever changes the number agrees anew (OP-103). */
export function SmsConsent(props: {
  isNewNumber: boolean
  /** The version of the words that are agreed to once the form is saved. */
  agreedTo: string | null
  onChange: (textVersion: string | null) => void
}) {
  const { data } = useQuery(preferencesOptions())
  const [isOpen, setOpen] = useState(false)
  if (!data) return <div className={classes.sms} />
  const { given, at } = data.sms_consent
  const settings = isOpen && (
    <Suspense fallback={null}>
      <SettingsDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
  if (given && !props.isNewNumber) {
    return (
      <div className={classes.sms}>
        <p className={classes.note}>
          {data.sms_enabled
            ? 'Text messages about your orders come to this number.'
            : 'Text messages to this number are switched off.'}
          {at && ` You agreed to them on ${dateOf(at)}.`}
        </p>
        <Button variant="subtle" size="compact-md" onClick={() => setOpen(true)}>
          Message Settings
        </Button>
        {settings}
      </div>
    )
  }
  return (
    <div className={classes.sms}>
      <SmsConsentBox
        text={data.consent.text}
        checked={props.agreedTo !== null}
        onChange={(agreed) => props.onChange(agreed ? data.consent.version : null)}
      />
    </div>
  )
}
