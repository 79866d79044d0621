import { Button } from '@mantine/core'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import sections from '@/components/Section.module.css'
import { useAttempt } from '@/shared/account/useAttempt'
import { AuthUser } from './AuthUser'
import { createTestUser, type TestUser } from './testUsers'

/** Makes a customer, and shows what was stored. */
export function CreateUser(props: { made: TestUser[]; onMade: (user: TestUser) => void }) {
  const attempt = useAttempt('The test user could not be created. Please try again.')
  return (
    <Section
      title="Create a test user"
      lead="A customer with an invented name and address. You stay signed in as whoever you are."
    >
      <FormError of={attempt} />
      <FormSuccess>{props.made.length > 0 && 'The test user was created.'}</FormSuccess>
      {props.made.length > 0 && (
        <ul className={sections.list}>
          {props.made.map(({ authUser, password }) => (
            <li key={authUser.id}>
              <AuthUser user={authUser}>
                <dt>Password</dt>
                <dd>{password}</dd>
              </AuthUser>
            </li>
          ))}
        </ul>
      )}
      <div className={sections.actions}>
        <Button
          loading={attempt.busy}
          disabled={attempt.wait > 0}
          onClick={() => void attempt.run(async () => props.onMade(await createTestUser()))}
        >
          {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Create Test User'}
        </Button>
      </div>
    </Section>
  )
}
