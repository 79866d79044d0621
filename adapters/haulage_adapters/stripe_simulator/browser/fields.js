// The card's fields in their own frame. What is typed here goes to Stripe's API and to nobody else.
;(() => {
  const API = 'https://api.stripe.com'
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((id) => document.getElementById(id))
  const TRY_AGAIN =
    'We are experiencing issues connecting to our payments provider. Please try again.'
  let key = ''

  const digits = (field) => field.value.replace(/\D/g, '')

  number.addEventListener('input', () => {
    number.value = (
      digits(number)
        .slice(0, 19)
        .match(/.{1,4}/g) ?? []
    ).join(' ')
  })
  expiry.addEventListener('input', () => {
    const typed = digits(expiry).slice(0, 4)
    expiry.value = typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed
  })
  cvc.addEventListener('input', () => {
    cvc.value = digits(cvc).slice(0, 4)
  })

  /** What is wrong with each field, in Stripe's codes and words. */
  function faults() {
    return [faultOfNumber(), faultOfExpiry(), faultOfCvc()].filter(Boolean)
  }

  function faultOfNumber() {
    const typed = digits(number)
    if (typed.length < 13)
      return fault(number, 'incomplete_number', 'Your card number is incomplete.')
    return passesLuhn(typed)
      ? null
      : fault(number, 'invalid_number', 'Your card number is invalid.')
  }

  function faultOfExpiry() {
    const typed = digits(expiry)
    const month = Number(typed.slice(0, 2))
    if (typed.length < 4 || month < 1 || month > 12)
      return fault(expiry, 'incomplete_expiry', "Your card's expiration date is incomplete.")
    const ends = new Date(2000 + Number(typed.slice(2)), month, 1)
    return ends > new Date()
      ? null
      : fault(expiry, 'invalid_expiry_year_past', "Your card's expiration year is in the past.")
  }

  function faultOfCvc() {
    return digits(cvc).length >= 3
      ? null
      : fault(cvc, 'incomplete_cvc', "Your card's security code is incomplete.")
  }

  function fault(field, code, message) {
    return { field, code, message }
  }

  function passesLuhn(typed) {
    const sum = [...typed].reverse().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    return sum % 10 === 0
  }

  function mark(found) {
    for (const field of [number, expiry, cvc]) {
      const wrong = found.find((each) => each.field === field)
      const words = document.getElementById(`${field.id}-fault`)
      field.setAttribute('aria-invalid', String(Boolean(wrong)))
      field.setAttribute('aria-describedby', words.id)
      words.textContent = wrong?.message ?? ''
    }
    found[0]?.field.focus()
  }

  function submit() {
    const found = faults()
    mark(found)
    if (found.length === 0) return {}
    const [{ code, message }] = found
    return { error: { type: 'validation_error', code, message } }
  }

  async function confirm({ clientSecret, returnUrl }) {
    const unfinished = submit()
    if (unfinished.error) return unfinished
    const form = new URLSearchParams({
      key,
      client_secret: clientSecret,
      use_stripe_sdk: 'true',
      return_url: returnUrl,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': digits(number),
      'payment_method_data[card][exp_month]': digits(expiry).slice(0, 2),
      'payment_method_data[card][exp_year]': digits(expiry).slice(2),
      'payment_method_data[card][cvc]': digits(cvc),
    })
    const intent = clientSecret.split('_secret_')[0]
    try {
      const answer = await fetch(`${API}/v1/payment_intents/${intent}/confirm`, {
        method: 'POST',
        body: form,
      })
      const said = await answer.json()
      return said.error ? { error: said.error } : { paymentIntent: said }
    } catch {
      return { error: { type: 'api_connection_error', message: TRY_AGAIN } }
    }
  }

  function dress({ theme = 'stripe', variables = {} } = {}) {
    const { style, dataset } = document.documentElement
    dataset.theme = theme
    const named = {
      '--primary': variables.colorPrimary,
      '--background': variables.colorBackground,
      '--text': variables.colorText,
      '--radius': variables.borderRadius,
    }
    for (const [name, value] of Object.entries(named)) if (value) style.setProperty(name, value)
  }

  window.addEventListener('message', function begin(event) {
    if (event.source !== window.parent || event.ports.length !== 1) return
    window.removeEventListener('message', begin)
    const [port] = event.ports
    key = event.data.key
    dress(event.data.appearance)
    const answers = { submit, confirm, dress: ({ appearance }) => dress(appearance) }
    port.onmessage = async ({ data }) => {
      const answer = await answers[data.what](data)
      port.postMessage({ kind: 'answer', id: data.id, answer })
    }
    const fields = document.getElementById('fields')
    new ResizeObserver(() => {
      port.postMessage({ kind: 'height', pixels: Math.ceil(fields.getBoundingClientRect().height) })
    }).observe(fields)
    document.getElementById('card').addEventListener('input', () => {
      const found = faults()
      const empty = [number, expiry, cvc].every((field) => field.value === '')
      port.postMessage({ kind: 'change', complete: found.length === 0, empty })
    })
    document
      .getElementById('card')
      .addEventListener('submit', (submitted) => submitted.preventDefault())
    port.postMessage({ kind: 'ready' })
  })
})()
