import { Button } from '@mantine/core'
import { createTestUser, type TestUser } from '@/api/testUsers'
import { Complaint } from '@/components/account/Complaint'
import { Done } from '@/components/account/Done'
import { Section } from '@/components/account/Section'
import sections from '@/components/account/Section.module.css'
import { useAttempt } from '@/components/account/useAttempt'
import { AuthUser } from './AuthUser'

/** Makes a customer, and shows what was stored. */
export function CreateUser(props: { made: TestUser[]; onMade: (user: TestUser) => void }) {
  const attempt = useAttempt('The test user could not be created. Please try again.')
  return (
    <Section
      title="Create a test user"
      lead="A customer with an invented name and address. You stay signed in as whoever you are."
    >
      <Complaint of={attempt} />
      <Done>{props.made.length > 0 && 'The test user was created.'}</Done>
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
