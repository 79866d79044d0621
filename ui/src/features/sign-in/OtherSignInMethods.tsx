import type { SignInMethods } from '@/auth/signInMethods'
import classes from '@/components/forms/Form.module.css'
import { PasskeyButton } from './PasskeyButton'
import { SocialButton } from './SocialButton'

/** Ways in beside the password, as far as the server and the browser have them. */
export function OtherSignInMethods(props: {
  waysIn: SignInMethods
  next: string | undefined
  signingUp?: boolean
}) {
  const { providers, passkeys } = props.waysIn
  if (providers.length === 0 && !passkeys) return null
  return (
    <div className={classes.form}>
      <p className={classes.or}>or</p>
      {passkeys && <PasskeyButton />}
      {providers.map((provider) => (
        <SocialButton
          key={provider}
          provider={provider}
          next={props.next}
          signingUp={props.signingUp}
        />
      ))}
    </div>
  )
}
