import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeCommunicationPreferences } from '@/api/generated/sdk.gen'
import type { PreferencesIn, PreferencesOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { Dialog } from '@/components/Dialog'
import { DialogAnswers } from '@/components/DialogAnswers'
import { Option } from '@/components/fields/Option'
import { Notice } from '@/components/Notice'
import { toast } from '@/components/toast'
import { QuietHours } from './QuietHours'
import { preferencesOptions } from './queries'
import classes from './SettingsDialog.module.css'
import { SmsChoice } from './SmsChoice'

const AUTOMATIC = {
  order_confirmation: ['Order confirmation', 'Once your payment has come in'],
  driver_assigned: ['Driver assigned', 'Once it is known who drives'],
  driver_arriving: [
    'Driver arriving',
    'By mail once they set out, and ten minutes before they are there',
  ],
  delivery_complete: ['Delivery complete', 'Once everything is handed over'],
  delays: ['Delays', 'When the arrival slips by more than 15 minutes'],
} satisfies Record<keyof PreferencesOut['auto_messages'], [string, string]>

/** How somebody wants to be reached about their orders (MSG-03, OP-103). */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(preferencesOptions())
  return (
    <Dialog title="Message settings" onClose={onClose}>
      <DataPanel
        query={query}
        failure="Your settings could not be loaded"
        skeleton={<div className={classes.skeleton} />}
      >
        {(preferences) => <Form preferences={preferences} onClose={onClose} />}
      </DataPanel>
    </Dialog>
  )
}

function Form({ preferences, onClose }: { preferences: PreferencesOut; onClose: () => void }) {
  const queries = useQueryClient()
  const [edited, setEdited] = useState(preferences)
  const change = (part: Partial<PreferencesOut>) => setEdited({ ...edited, ...part })
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const body = changedPreferences(preferences, edited)
      return (await changeCommunicationPreferences({ body, throwOnError: true })).data
    },
    onSuccess: (saved) => {
      queries.setQueryData(preferencesOptions().queryKey, saved)
      toast.success('Your settings are saved.', { id: 'message-settings' })
      onClose()
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    mutate()
  }
  return (
    <form className={classes.form} onSubmit={save}>
      <SmsChoice preferences={preferences} edited={edited} onChange={change} />
      <fieldset className={classes.group}>
        <legend>Calls</legend>
        <Option
          label="Calls"
          hint="The other side of an order may call you while it is under way"
          checked={edited.calls_enabled}
          onChange={(calls_enabled) => change({ calls_enabled })}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Automatic messages</legend>
        {(Object.keys(AUTOMATIC) as (keyof typeof AUTOMATIC)[]).map((each) => (
          <Option
            key={each}
            label={AUTOMATIC[each][0]}
            hint={AUTOMATIC[each][1]}
            checked={edited.auto_messages[each]}
            onChange={(checked) =>
              change({ auto_messages: { ...edited.auto_messages, [each]: checked } })
            }
          />
        ))}
      </fieldset>
      <QuietHours edited={edited} onChange={change} />
      {error && <Notice kind="problem" title={sentenceOf(error)} />}
      <DialogAnswers back="Cancel" isPending={isPending} onBack={onClose}>
        <Button type="submit" loading={isPending}>
          Save
        </Button>
      </DialogAnswers>
    </form>
  )
}

/** Consent is told where it is given, with the words that were on the screen. */
function changedPreferences(known: PreferencesOut, edited: PreferencesOut): PreferencesIn {
  const { sms_consent, consent, ...rest } = edited
  if (sms_consent.given === known.sms_consent.given) return rest
  return { ...rest, sms_consent: sms_consent.given, consent_text_version: consent.version }
}
