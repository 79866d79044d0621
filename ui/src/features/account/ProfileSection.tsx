import { Button, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeCommunicationPreferences } from '@/api/generated/sdk.gen'
import { saveProfile } from '@/auth/ownAccount'
import type { SessionUser } from '@/auth/storedSession'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { phoneFault } from '@/shared/account/phone'
import { useAttempt } from '@/shared/account/useAttempt'
import { preferencesOptions } from '@/shared/messaging/queries'
import { SmsConsent } from './SmsConsent'

/** Name and phone. Whoever came by a social sign-in has no phone yet (OP-58). */
export function ProfileSection({ user }: { user: SessionUser }) {
  const attempt = useAttempt('Your changes could not be saved. Please try again.')
  const queries = useQueryClient()
  const [saved, setSaved] = useState(false)
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const form = useForm({
    initialValues: { name: user.name, phone: user.phone },
    validate: { name: isNotEmpty('Name is required'), phone: phoneFault },
    onValuesChange: () => setSaved(false),
  })

  async function submit({ name, phone }: typeof form.values) {
    const profile = { name: name.trim(), phone: phone.trim() }
    const isSaved = await attempt.run(async () => {
      await saveProfile(profile)
      // Consent is to one number: a new one is known first.
      if (agreedTo !== null) await agree(agreedTo)
      await queries.invalidateQueries({ queryKey: preferencesOptions().queryKey })
    })
    setSaved(isSaved)
    if (!isSaved) return
    form.setValues(profile)
    form.resetDirty(profile)
    setAgreedTo(null)
    setSaved(true)
  }

  const field = (name: 'name' | 'phone') => ({
    ...form.getInputProps(name),
    name,
    required: true,
    withAsterisk: false,
    'aria-invalid': Boolean(form.errors[name]),
  })

  return (
    <Section title="Profile" lead="How you and your driver know and reach each other.">
      <form
        noValidate
        onSubmit={form.onSubmit(submit, (errors) =>
          form.getInputNode(Object.keys(errors)[0] ?? 'name')?.focus(),
        )}
      >
        <FormError of={attempt} />
        <TextInput {...field('name')} label="Name" autoComplete="name" maxLength={100} />
        <TextInput {...field('phone')} label="Phone" type="tel" autoComplete="tel" maxLength={32} />
        <SmsConsent
          isNewNumber={form.values.phone.trim() !== user.phone}
          agreedTo={agreedTo}
          onChange={setAgreedTo}
        />
        <FormSuccess>{saved && 'Saved.'}</FormSuccess>
        <div className={classes.actions}>
          <Button type="submit" loading={attempt.busy} disabled={attempt.wait > 0}>
            {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Save'}
          </Button>
        </div>
      </form>
    </Section>
  )
}

async function agree(textVersion: string): Promise<void> {
  const body = { sms_enabled: true, sms_consent: true, consent_text_version: textVersion }
  await changeCommunicationPreferences({ body, throwOnError: true })
}
