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
  // A font that came after the first paint stays unused (font-display: optional), but only until a sheet
  // is added: Chromium then takes it after all, and the page moves under the reader.
  const forgetLateFonts = () => {
    const isLate = [...document.fonts].some(
      ({ family, status }) => status !== 'unloaded' && widthIn(family) === widthIn('system-ui'),
    )
    if (!isLate) return
    for (const sheet of document.styleSheets) {
      for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
        if (sheet.cssRules[at] instanceof CSSFontFaceRule) sheet.deleteRule(at)
      }
    }
  }
  const widthIn = (family) => {
    const words = Object.assign(document.createElement('span'), { textContent: 'Moving van 48' })
    const font = `100px ${family}, system-ui, sans-serif`
    // On one line: wrapped, words of every font are as wide as a phone.
    const unseen = { position: 'absolute', visibility: 'hidden', whiteSpace: 'nowrap' }
    Object.assign(words.style, { font, ...unseen })
    document.body.append(words)
    const { width } = words.getBoundingClientRect()
    words.remove()
    return width
  }
  const begin = async () => {
    if (hasBegun) return
    hasBegun = true
    forgetLateFonts()
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
