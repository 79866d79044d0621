import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'

/** An address without an id, or with one that is nobody's or somebody else's (PAY-24). */
export function InvalidConfirmation() {
  return (
    <ScreenMessage title="Invalid Confirmation" actions={<ButtonLink to="/">Go Home</ButtonLink>}>
      <p>The link may be incomplete, or the payment belongs to another account.</p>
    </ScreenMessage>
  )
}
