import type { DeviceDataOf } from '@/auth/personalData'
import '@mantine/core/styles/Input.layer.css'
import { type SignInMethods, useSignInMethods } from '@/auth/signInMethods'
import type { SessionUser } from '@/auth/storedSession'
import { PageFrame } from '@/components/PageFrame'
import { ButtonLink } from '@/components/RouterLink'
import { DASHBOARD_PATHS } from '@/shared/session/next'
import { AddressesSection } from './AddressesSection'
import { CardsSection } from './CardsSection'
import { DataSection, DeleteSection } from './DataSection'
import { EmailSection } from './EmailSection'
import { FavoritesSection } from './FavoritesSection'
import { LinkedSection } from './LinkedSection'
import { PasswordSection } from './PasswordSection'
import { ProfileSection } from './ProfileSection'
import { PasskeysElsewhere } from './passkeys/PasskeysElsewhere'
import { PasskeysSection } from './passkeys/PasskeysSection'
import { SessionsSection } from './SessionsSection'
import { TwoFactorSection } from './two-factor/TwoFactorSection'

/** /account: everything that somebody may change about themselves (OP-58). */
export function AccountPage(props: {
  user: SessionUser
  learnt?: SignInMethods
  deviceDataOf: DeviceDataOf
  /** Where somebody was who was sent here, such as to set up a second factor. */
  next?: string
}) {
  const { user } = props
  const waysIn = useSignInMethods(props.learnt)
  return (
    <PageFrame
      title="Your account"
      lead={user.email}
      actions={
        <ButtonLink to={props.next ?? DASHBOARD_PATHS[user.userType]} variant="default">
          {props.next ? 'Go Back' : 'Dashboard'}
        </ButtonLink>
      }
    >
      {/* Somebody else who signs in gets fields of their own. */}
      <ProfileSection key={user.id} user={user} />
      <AddressesSection />
      {user.userType !== 'admin' && <CardsSection />}
      {user.userType !== 'admin' && <FavoritesSection />}
      <EmailSection email={user.email} change={waysIn.addressChange} />
      <PasswordSection />
      <TwoFactorSection />
      {waysIn.passkeys && <PasskeysSection />}
      {waysIn.passkeysAt && <PasskeysElsewhere site={waysIn.passkeysAt} />}
      <LinkedSection providers={waysIn.providers} />
      <SessionsSection deviceDataOf={props.deviceDataOf} />
      <DataSection />
      <DeleteSection deviceDataOf={props.deviceDataOf} />
    </PageFrame>
  )
}
