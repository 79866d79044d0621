// Starts the application once what the still page shows has come: fetched beside it, the scripts
// would take the line from font and picture. The page brings the styles that it needs itself; all of
// them are there before the application is.
{
  const PATIENCE_MS = 3000
  const { sheets, scripts, parts } = document.currentScript.dataset
  let hasBegun = false

  const add = (tag, wishes) => {
    const element = Object.assign(document.createElement(tag), { crossOrigin: '', ...wishes })
    document.head.append(element)
    return element
  }
  const styled = (href) =>
    new Promise((resolve) => {
      const sheet = add('link', { rel: 'stylesheet', href })
      sheet.onload = resolve
      sheet.onerror = resolve
    })
  const begin = async () => {
    if (hasBegun) return
    hasBegun = true
    const all = sheets.split(' ').map(styled)
    for (const href of [...scripts.split(' '), ...parts.split(' ')]) {
      add('link', { rel: 'modulepreload', href })
    }
    await Promise.all(all)
    for (const src of scripts.split(' ')) add('script', { type: 'module', src })
  }

  addEventListener('load', begin)
  // A picture that never comes keeps nobody from booking.
  setTimeout(begin, PATIENCE_MS)
}
