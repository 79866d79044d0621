import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { UserOut } from '@/api/generated/types.gen'
import type { AuthRefusal } from '@/auth/authRefusal'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import sections from '@/components/Section.module.css'
import { useAttempt } from '@/shared/account/useAttempt'
import { AuthUser } from './AuthUser'
import { getAuthUser, type TestUser } from './testUsers'

/** Looks an auth user up by its id: anybody made here, oneself, and as an administrator anybody. */
export function CheckUser({ made }: { made: TestUser[] }) {
  const [id, setId] = useState('')
  const [missing, setMissing] = useState(false)
  const [found, setFound] = useState<UserOut | null>(null)
  const attempt = useAttempt('The user could not be checked. Please try again.', errorText)

  async function check() {
    const wanted = id.trim()
    setFound(null)
    setMissing(wanted === '')
    if (!wanted) return
    const token = made.find(({ authUser }) => authUser.id === wanted)?.token
    await attempt.run(async () => setFound(await getAuthUser(wanted, token)))
  }

  return (
    <Section
      title="Check an auth user"
      lead="Those made above and you yourself. As an administrator you can look up anybody."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void check()
        }}
      >
        <FormError of={attempt} />
        <TextInput
          label="User ID"
          name="user-id"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          error={missing && 'Please enter a user ID to check'}
          value={id}
          onChange={({ currentTarget }) => {
            attempt.clear()
            setMissing(false)
            setFound(null)
            setId(currentTarget.value)
          }}
        />
        <div className={sections.actions}>
          <Button
            type="submit"
            variant="default"
            loading={attempt.busy}
            disabled={attempt.wait > 0}
          >
            Check Auth User
          </Button>
        </div>
        <FormSuccess>{found && 'There is such a user.'}</FormSuccess>
        {found && <AuthUser user={found} />}
      </form>
    </Section>
  )
}

function errorText({ code }: AuthRefusal): string | undefined {
  if (code === 'no_authorization') return 'Sign in as an administrator to look up anybody.'
  if (code === 'user_not_found') {
    return 'There is no such user, or you are not the one who may look it up.'
  }
  return undefined
}
