// Runs before the first paint, so that nobody who chose dark sees a white flash. It is a file and
// not an inline script because the content security policy allows none. The key is Mantine's.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The key is that of api/authClient.ts.
  if (localStorage.getItem('haulage.session')) {
    document.documentElement.setAttribute('data-remembered', '')
  }
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}

// Nobody listens to the forms of the still page yet: the browser would send them into the address.
addEventListener(
  'submit',
  (event) => {
    if (event.target.closest('[data-still]')) event.preventDefault()
  },
  true,
)
