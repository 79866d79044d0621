import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { eraseOwnAccountMutation } from '@/api/generated/@tanstack/react-query.gen'
import { exportOwnData } from '@/api/generated/sdk.gen'
import { codeOf, sentenceOf } from '@/api/problem'
import type { DeviceDataOf } from '@/auth/personalData'
import { useSession } from '@/auth/session'
import { clearPerson } from '@/auth/sessionStore'
import { confirm } from '@/components/confirm'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { ButtonLink } from '@/components/RouterLink'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { saveAsFile } from '@/components/saveAsFile'
import { toast } from '@/components/toast'
import { SHOW_PASSWORD } from '@/shared/account/showPassword'

const FILE_NAME = 'haulage-my-data.zip'

/** Everything that is held about somebody, to take along. */
export function DataSection() {
  const download = useMutation({
    mutationFn: async () => {
      const { data } = await exportOwnData({ throwOnError: true, parseAs: 'blob' })
      saveAsFile(FILE_NAME, data)
    },
  })
  return (
    <Section
      title="Download my data"
      lead="Everything that we hold about you, with the photos of your deliveries, as one ZIP file."
    >
      {download.isError && <FormErrorBox wait={0}>{sentenceOf(download.error)}</FormErrorBox>}
      <FormSuccess>{download.isSuccess && `${FILE_NAME} was saved.`}</FormSuccess>
      <div className={classes.actions}>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download My Data
        </Button>
      </div>
    </Section>
  )
}

/** The end of an account: what is personal is erased, the books stay. */
export function DeleteSection({ deviceDataOf }: { deviceDataOf: DeviceDataOf }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const erase = useMutation({
    ...eraseOwnAccountMutation(),
    onSuccess: async () => {
      // The server has ended every session with the account: no page may ask with its token again.
      clearPerson()
      await navigate({ to: '/' })
      toast.info('Your account was deleted.')
      await (await deviceDataOf(user))?.clearDevice()
    },
  })

  async function submit() {
    erase.reset()
    if (await isMeant()) erase.mutate({ body: { password: password || null } })
  }

  return (
    <Section
      title="Delete my account"
      lead="What is personal, such as your name, email and phone, is erased. The books of orders and payments stay, without it."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {erase.isError && <FormErrorBox wait={0}>{sentenceOf(erase.error)}</FormErrorBox>}
        <PayOutFirst error={erase.error} />
        <PasswordInput
          {...SHOW_PASSWORD}
          label="Password"
          description="Not needed within ten minutes of signing in."
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget }) => {
            erase.reset()
            setPassword(currentTarget.value)
          }}
        />
        <div className={classes.actions}>
          <Button type="submit" color="red.9" loading={erase.isPending}>
            Delete My Account
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** Whoever is owed earnings has them paid out first; where they go is set up there too. */
function PayOutFirst({ error }: { error: unknown }) {
  const code = codeOf(error)
  if (code !== 'payouts_owed' && code !== 'earnings_owed') return null
  const tab = code === 'payouts_owed' ? 'instant-payouts' : 'payouts'
  return (
    <div className={classes.actions}>
      <ButtonLink to="/driver-dashboard" search={{ tab }} variant="default">
        Pay Out First
      </ButtonLink>
    </div>
  )
}

function isMeant(): Promise<boolean> {
  return confirm({
    title: 'Delete your account?',
    children: 'This cannot be undone. You are signed out on every device at once.',
    confirm: 'Delete My Account',
    cancel: 'Keep My Account',
    isDangerous: true,
  })
}
