import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { usePageTitle } from '@/components/usePageTitle'

export function NotFoundScreen() {
  usePageTitle('Page not found')
  return (
    <ScreenMessage
      eyebrow="404"
      title="There is no page at this address"
      actions={
        <>
          <ButtonLink to="/">Go to the home page</ButtonLink>
          <ButtonLink to="/book-service" variant="default">
            Book Now
          </ButtonLink>
        </>
      }
    >
      <p>The link may be old, or a letter may be missing. Nothing you booked is affected.</p>
    </ScreenMessage>
  )
}
