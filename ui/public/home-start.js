// Starts the application on home once what the still page shows has come: fetched beside it, the
// scripts would take the line from style sheets, font and picture.
{
  const PATIENCE_MS = 3000
  const { scripts, parts } = document.currentScript.dataset
  let hasBegun = false

  const add = (tag, wishes) =>
    document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...wishes }))
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    for (const src of scripts.split(' ')) add('script', { type: 'module', src })
    for (const href of parts.split(' ')) add('link', { rel: 'modulepreload', href })
  }

  addEventListener('load', begin)
  // A picture that never comes keeps nobody from booking.
  setTimeout(begin, PATIENCE_MS)
}
