import { Button, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { saveProfile } from '@/api/ownAccount'
import type { SessionUser } from '@/api/storedSession'
import { Complaint } from '@/components/account/Complaint'
import { Done } from '@/components/account/Done'
import { Section } from '@/components/account/Section'
import classes from '@/components/account/Section.module.css'
import { useAttempt } from '@/components/account/useAttempt'

/** Name and phone. Whoever came by a social sign-in has no phone yet (OP-58). */
export function ProfileSection({ user }: { user: SessionUser }) {
  const attempt = useAttempt('Your changes could not be saved. Please try again.')
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initialValues: { name: user.name, phone: user.phone },
    validate: { name: isNotEmpty('Name is required'), phone: isNotEmpty('Phone is required') },
    onValuesChange: () => setSaved(false),
  })

  async function submit({ name, phone }: typeof form.values) {
    const profile = { name: name.trim(), phone: phone.trim() }
    const isSaved = await attempt.run(() => saveProfile(profile))
    setSaved(isSaved)
    if (!isSaved) return
    form.setValues(profile)
    form.resetDirty(profile)
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
        <Complaint of={attempt} />
        <TextInput {...field('name')} label="Name" autoComplete="name" maxLength={100} />
        <TextInput {...field('phone')} label="Phone" type="tel" autoComplete="tel" maxLength={32} />
        <Done>{saved && 'Saved.'}</Done>
        <div className={classes.actions}>
          <Button
            type="submit"
            loading={attempt.busy}
            disabled={!form.isDirty() || attempt.wait > 0}
          >
            Save
          </Button>
        </div>
      </form>
    </Section>
  )
}
