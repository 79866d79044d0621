import { useLocation } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { NotBuiltYet } from '@/components/NotBuiltYet'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'

/** /drive-with-us: a driver who comes from the registration goes on behind its first step (AUT-24). */
export function DriveWithUsPage() {
  const { user } = useSession()
  const isRegistered = useLocation({ select: ({ state }) => state.registered === true })
  if (isRegistered && user?.userType === 'driver') return <Registered name={user.name} />
  return (
    <NotBuiltYet
      subject="Drive With Us"
      meanwhile="Applications open here. Until then, the home page shows the fare a trip brings and the share that goes to the driver."
    />
  )
}

function Registered({ name }: { name: string }) {
  return (
    <ScreenMessage
      eyebrow="Drive With Us"
      title="You are registered as a driver"
      actions={
        <>
          <ButtonLink to="/account">Your account</ButtonLink>
          <ButtonLink to="/" variant="default">
            Go to the home page
          </ButtonLink>
        </>
      }
    >
      <p role="status">Welcome to haulage, {name}. The first step of your application is done.</p>
      <p>
        Your vehicle and your documents come next. The screens for them are not built yet: nothing
        more is needed from you today.
      </p>
    </ScreenMessage>
  )
}
