import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { PayButton } from './PayButton'
import { SaveCardBox } from './SaveCardBox'
import classes from './StripeForm.module.css'
import { type Shown, shownBy, stripeWith } from './stripe'

interface StripeFormProps {
  publishableKey: string
  /** Who has it may show a card to this payment; it is never stored and never in an address. There
   * is none until the payment is open. */
  clientSecret: string | null | undefined
  /** What the button says, such as `Pay $43.30`. */
  action: ReactNode
  /** Whether the server is asking what came of it. */
  busy: boolean
  /** Whether the card is saved if it pays, as the server has told Stripe. */
  saves: boolean
  /** Has the server tell Stripe; done once it is. */
  onSave: (save: boolean) => Promise<void>
  children?: ReactNode
  onShown: (shown: Shown) => void
  /** The script or its fields could not be had. */
  onUnavailable: () => void
}

/** Stripe's own fields (OP-32): what is typed in them goes to Stripe and never to this server. */
export default function StripeForm(props: StripeFormProps) {
  const { publishableKey, clientSecret, onUnavailable } = props
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const scheme = useComputedColorScheme('light')
  const id = useId()
  useEffect(() => {
    let gone = false
    stripeWith(publishableKey).then(
      (loaded) => !gone && (loaded ? setStripe(loaded) : onUnavailable()),
      () => !gone && onUnavailable(),
    )
    return () => {
      gone = true
    }
  }, [publishableKey, onUnavailable])
  if (!stripe || !clientSecret) {
    return (
      <div className={classes.form} aria-busy="true">
        <div className={classes.fields}>
          <Waiting />
        </div>
        <PayButton form={id} action={props.action} busy={false} disabled />
      </div>
    )
  }
  return (
    <Elements
      key={clientSecret}
      stripe={stripe}
      options={{ clientSecret, appearance: appearanceIn(scheme) }}
    >
      <Fields {...props} clientSecret={clientSecret} />
    </Elements>
  )
}

/** Apple Pay and Google Pay stand beside the card wherever device, browser and the account at Stripe have them. */
const FIELDS = {
  layout: 'tabs',
  wallets: { applePay: 'auto', googlePay: 'auto' },
} satisfies StripePaymentElementOptions

function Fields(props: StripeFormProps & { clientSecret: string }) {
  const id = useId()
  const stripe = useStripe()
  const elements = useElements()
  const [ready, setReady] = useState(false)
  const [showing, setShowing] = useState(false)
  const [telling, setTelling] = useState(false)
  const busy = showing || telling || props.busy

  // Told at once and not when the card is shown: a wallet opens only while the press on the button lasts.
  const save = async (wanted: boolean) => {
    setTelling(true)
    try {
      await props.onSave(wanted)
      await elements?.fetchUpdates()
    } finally {
      setTelling(false)
    }
  }

  const show = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || busy) return
    setShowing(true)
    try {
      const { error: unfinished } = await elements.submit()
      // Stripe marks the field itself.
      if (unfinished) return
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret: props.clientSecret,
        confirmParams: { return_url: window.location.href },
        redirect: 'if_required',
      })
      props.onShown(shownBy(error))
    } catch {
      // Whether Stripe has heard of the card is unknown: only the server can find out.
      props.onShown({ kind: 'shown' })
    } finally {
      setShowing(false)
    }
  }

  return (
    <form id={id} className={classes.form} onSubmit={show} aria-label="Card">
      <div className={classes.fields} aria-busy={!ready}>
        {!ready && <Waiting />}
        <PaymentElement
          options={FIELDS}
          onReady={() => setReady(true)}
          onLoadError={props.onUnavailable}
        />
      </div>
      <SaveCardBox
        checked={props.saves}
        busy={telling}
        onChange={(wanted) => {
          if (!busy) void save(wanted)
        }}
      />
      {props.children}
      <PayButton form={id} action={props.action} busy={busy} disabled={!ready} />
    </form>
  )
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      <Skeleton height="4.25rem" radius="md" />
      <Skeleton height="4.25rem" radius="md" />
      <Skeleton height="4.25rem" radius="md" />
    </div>
  )
}

/** Stripe's frame cannot read the page's variables, so it is told what they are now. */
function appearanceIn(scheme: 'light' | 'dark'): Appearance {
  const style = getComputedStyle(document.documentElement)
  const styleValue = (name: string, otherwise: string) =>
    style.getPropertyValue(name).trim() || otherwise
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: styleValue('--hl-accent', '#15784b'),
      colorBackground: styleValue('--hl-surface', '#ffffff'),
      colorText: styleValue('--hl-ink', '#15191b'),
      borderRadius: '10px',
      fontFamily: 'Inter, system-ui, sans-serif',
    },
  }
}
