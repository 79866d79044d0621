// What stands in for Stripe's own script: the part of its interface that a shop with the payment element
// uses. The card is typed into a frame of another origin and goes from there to Stripe's API; the page that
// embeds it never sees it. Nothing here is Stripe's code, and no money moves.
;(() => {
  const HOME = new URL(document.currentScript.src).origin
  const RELEASE = new URL(document.currentScript.src).pathname.split('/')[1] || 'v3'
  const API = 'https://api.stripe.com'
  const BANKS = 'https://hooks.stripe.com'
  const TRY_AGAIN =
    'We are experiencing issues connecting to our payments provider. Please try again.'

  /** The fields in their frame, and the channel to them. */
  class PaymentElement {
    constructor(options) {
      this.options = options
      this.listeners = new Map()
      this.waiting = new Map()
      this.asked = 0
    }

    on(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
      return this
    }

    off(event, listener) {
      this.listeners.set(
        event,
        (this.listeners.get(event) ?? []).filter((each) => listener && each !== listener),
      )
      return this
    }

    once(event, listener) {
      const once = (about) => {
        this.off(event, once)
        listener(about)
      }
      return this.on(event, once)
    }

    tell(event, about = {}) {
      for (const listener of this.listeners.get(event) ?? [])
        listener({ elementType: 'payment', ...about })
    }

    mount(place) {
      const parent = typeof place === 'string' ? document.querySelector(place) : place
      this.frame = document.createElement('iframe')
      this.frame.src = `${HOME}/v3/fields.html`
      this.frame.title = 'Secure payment input frame'
      this.frame.allow = 'payment *'
      Object.assign(this.frame.style, { border: '0', width: '100%', height: '0', display: 'block' })
      this.frame.addEventListener('load', () => this.connect())
      parent.append(this.frame)
      return this
    }

    connect() {
      const { port1, port2 } = new MessageChannel()
      this.port = port1
      port1.onmessage = ({ data }) => this.receive(data)
      const said = { key: this.options.key, appearance: this.options.appearance }
      this.frame.contentWindow.postMessage(said, HOME, [port2])
    }

    receive({ kind, ...about }) {
      if (kind === 'height') this.frame.style.height = `${about.pixels}px`
      if (kind === 'ready') this.tell('ready')
      if (kind === 'change') this.tell('change', about)
      if (kind === 'answer') {
        this.waiting.get(about.id)?.(about.answer)
        this.waiting.delete(about.id)
      }
    }

    ask(what, about = {}) {
      this.asked += 1
      const id = this.asked
      return new Promise((resolve) => {
        this.waiting.set(id, resolve)
        this.port.postMessage({ id, what, ...about })
      })
    }

    update(options) {
      Object.assign(this.options, options)
      this.port?.postMessage({ what: 'dress', appearance: this.options.appearance })
    }

    unmount() {
      this.port?.close()
      this.frame?.remove()
    }

    destroy() {
      this.unmount()
      this.tell('destroy')
      this.listeners.clear()
    }

    focus() {
      this.frame?.focus()
    }

    blur() {}
    clear() {}
    collapse() {}
  }

  class Elements {
    constructor(key, options) {
      this.options = { key, ...options }
      this.element = null
    }

    create(type, options) {
      if (type !== 'payment') throw new Error(`The element "${type}" is not simulated.`)
      this.element = new PaymentElement({ ...this.options, ...options })
      return this.element
    }

    getElement() {
      return this.element
    }

    update(options) {
      Object.assign(this.options, options)
      this.element?.update(options)
    }

    /** Whether the fields are finished; the frame marks those that are not. */
    async submit() {
      return this.element.ask('submit')
    }

    async fetchUpdates() {
      return {}
    }
  }

  class SimulatedStripe {
    constructor(key) {
      if (!/^pk_test_/.test(key)) throw new Error('The simulator takes pk_test_ keys alone.')
      this.key = key
    }

    elements(options) {
      return new Elements(this.key, options)
    }

    async retrievePaymentIntent(clientSecret) {
      const asked = new URLSearchParams({ key: this.key, client_secret: clientSecret })
      try {
        const answer = await fetch(`${API}/v1/payment_intents/${idIn(clientSecret)}?${asked}`)
        const said = await answer.json()
        return said.error ? { error: said.error } : { paymentIntent: said }
      } catch {
        return { error: { type: 'api_connection_error', message: TRY_AGAIN } }
      }
    }

    async confirmPayment({ elements, clientSecret, confirmParams, redirect }) {
      if (redirect !== 'if_required') throw new Error('Only redirect: "if_required" is simulated.')
      const confirmed = await elements.getElement().ask('confirm', {
        clientSecret: clientSecret ?? elements.options.clientSecret,
        returnUrl: confirmParams?.return_url,
      })
      if (confirmed.error) return confirmed
      return this.finish(confirmed.paymentIntent)
    }

    async handleNextAction({ clientSecret }) {
      const found = await this.retrievePaymentIntent(clientSecret)
      return found.error ? found : this.finish(found.paymentIntent)
    }

    /** Has the cardholder's bank ask, where it wants to. */
    async finish(intent) {
      if (intent.status !== 'requires_action') return { paymentIntent: intent }
      await challenge(intent.next_action.use_stripe_sdk.stripe_js)
      const found = await this.retrievePaymentIntent(intent.client_secret)
      if (found.error || found.paymentIntent.status !== 'requires_payment_method') return found
      const { last_payment_error: why, ...rest } = found.paymentIntent
      return { error: { ...why, payment_intent: { ...rest, last_payment_error: why } } }
    }

    createToken() {
      return notSimulated('createToken')
    }

    createPaymentMethod() {
      return notSimulated('createPaymentMethod')
    }

    confirmCardPayment() {
      return notSimulated('confirmCardPayment')
    }

    _registerWrapper() {}
    registerAppInfo() {}
  }

  function notSimulated(name) {
    return Promise.reject(new Error(`${name} is not simulated.`))
  }

  function idIn(clientSecret) {
    return clientSecret.split('_secret_')[0]
  }

  /** The bank's page over the shop's, until the cardholder has answered. */
  function challenge(address) {
    const before = document.activeElement
    const frame = document.createElement('iframe')
    frame.src = address
    frame.title = '3D Secure challenge'
    frame.dataset.challenge = ''
    Object.assign(frame.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      border: '0',
      zIndex: '2147483647',
      colorScheme: 'auto',
    })
    document.body.append(frame)
    frame.focus()
    return new Promise((resolve) => {
      window.addEventListener('message', function listener(event) {
        if (event.origin !== BANKS || event.source !== frame.contentWindow) return
        window.removeEventListener('message', listener)
        frame.remove()
        before?.focus?.()
        resolve()
      })
    })
  }

  window.Stripe = (key) => new SimulatedStripe(key)
  window.Stripe.version = RELEASE === 'v3' ? 3 : RELEASE
})()
