// Runs before the first paint, so that nobody who chose dark sees a white flash. It is a file and
// not an inline script because the content security policy allows none. The key is Mantine's.
let notForThem = '[data-still="remembered"]'
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The key is that of api/authClient.ts.
  if (localStorage.getItem('haulage.session')) {
    document.documentElement.setAttribute('data-remembered', '')
    notForThem = '[data-still="stranger"]'
  }
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}

// Nobody listens to the forms of the still page yet: the browser would send them into the address. The
// application sends them once it listens (app/typedBefore.ts).
addEventListener(
  'submit',
  (event) => {
    if (!event.target.closest('[data-still]')) return
    event.preventDefault()
    event.target.dataset.sendLater = event.submitter?.textContent.trim() ?? ''
  },
  true,
)

// Ids and labels are in both copies of a still page: the one that is not shown goes as soon as it comes.
const watch = new MutationObserver(() => document.querySelector(notForThem)?.remove())
watch.observe(document, { childList: true, subtree: true })
addEventListener('DOMContentLoaded', () => {
  document.querySelector(notForThem)?.remove()
  watch.disconnect()
})

// A still page is drawn without the query of its address, which may say where somebody wants to go.
const LEAD_ON = ['/login', '/register', '/terms', '/privacy']
for (const press of ['click', 'auxclick']) {
  addEventListener(
    press,
    (event) => {
      const link = event.target.closest('[data-still] a[href]')
      if (!link || !LEAD_ON.includes(link.pathname)) return
      const address = new URL(link.href)
      const comesBack = address.searchParams.get('next') === location.pathname
      const next = comesBack
        ? location.pathname + location.search
        : new URLSearchParams(location.search).get('next')
      if (!next) return
      address.searchParams.set('next', next)
      link.href = address.href
    },
    true,
  )
}
