// Writes pages/*.html, the documents of the addresses below: the built index.html with the still page in
// it and the styles of that, so that words and shapes are painted before anything else has come. Every
// other address is answered with index.html itself. pages/addresses.json names all addresses that there are.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { stylesFor } from './stylesFor.mjs'

const STATIC = new URL('../../webapp/haulage_webapp/static/', import.meta.url)
const RENDERER = new URL('../node_modules/.prerender/prerender.js', import.meta.url)
const PICTURES = {
  light: 'src/shared/city/new-york-light.webp',
  dark: 'src/shared/city/new-york-dark.webp',
}
const HOME = '_home'
const TRACK = 'track'
/** Most of what these paint first is a picture of the city. */
const WITH_PICTURES = [HOME, TRACK]

/** Documents and the address each is drawn at; the server finds them by the address' first part. */
// Not /account: its choices are buttons, and a press before the scripts come would be lost.
const PAGES = {
  [HOME]: { path: '/', route: 'index' },
  admin: { path: '/admin' },
  'book-service': { path: '/book-service' },
  dashboard: { path: '/dashboard' },
  'drive-with-us': { path: '/drive-with-us' },
  'driver-dashboard': { path: '/driver-dashboard' },
  'forgot-password': { path: '/forgot-password' },
  login: { path: '/login' },
  privacy: { path: '/privacy' },
  register: { path: '/register' },
  terms: { path: '/terms' },
  [TRACK]: { path: '/track/order', route: 'track.$orderId' },
}

const EMPTY_ROOT = '<div id="root"></div>'
const MODULE =
  /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\s*/g

process.env.NODE_ENV = 'production'
const { renderStill, titles } = await import(RENDERER.href)
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', STATIC), 'utf8'))
const page = await readFile(new URL('index.html', STATIC), 'utf8')
assert.ok(page.includes(EMPTY_ROOT))
const SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>\s*/g
const scripts = [...page.matchAll(MODULE)].flatMap(([, script]) => script ?? [])
const ownSheets = [...page.matchAll(SHEET)].map(([, file]) => file)
await mkdir(new URL('pages/', STATIC), { recursive: true })
const titleOf = titles()
await writeFile(new URL('pages/addresses.json', STATIC), JSON.stringify(Object.keys(titleOf)))

for (const [name, { path, route = name }] of Object.entries(PAGES)) {
  const chunk = `src/routes/${route}.tsx?tsr-split=component`
  assert.ok(manifest[chunk], `the manifest has no ${chunk}`)
  const still = await stillOf(path, { isForAnybody: name === HOME })
  const title = titleOf[`/${route.replace(/^index$/, '').replaceAll('.', '/')}`]
  assert.ok(title, `${route} has no title`)
  const head = await headOf(still, chunksOf(chunk), {
    withPictures: WITH_PICTURES.includes(name),
  })
  await writeFile(
    new URL(`pages/${name}.html`, STATIC),
    page
      .replaceAll(MODULE, '')
      .replaceAll(SHEET, '')
      .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
      .replace('</head>', () => `${head}</head>`)
      .replace(EMPTY_ROOT, () => `<div id="root">${still}</div>`),
  )
}

/** One picture for everybody, or two where somebody with a session sees another one. */
async function stillOf(path, { isForAnybody }) {
  const stranger = await rendered(path, false)
  const remembered = isForAnybody ? stranger : await rendered(path, true)
  if (stranger === remembered) return `<div data-still="anybody">${stranger}</div>`
  return `<div data-still="stranger">${stranger}</div><div data-still="remembered">${remembered}</div>`
}

async function rendered(path, isRemembered) {
  const still = await renderStill(path, isRemembered)
  assert.doesNotMatch(still, /<script/, 'the content security policy allows no inline script')
  assert.match(still, /<main/, path)
  return still
}

/** A chunk and all that it imports, each after what it needs. */
function chunksOf(name, seen = new Set()) {
  if (seen.has(name)) return []
  seen.add(name)
  const chunk = manifest[name]
  return [...(chunk.imports ?? []).flatMap((each) => chunksOf(each, seen)), chunk]
}

async function headOf(still, chunks, { withPictures }) {
  const ofChunks = chunks.flatMap((chunk) => chunk.css ?? [])
  const sheets = [...new Set([...ownSheets, ...ofChunks])]
  const css = await Promise.all(sheets.map((file) => readFile(new URL(file, STATIC), 'utf8')))
  const parts = chunks.map(({ file }) => `/${file}`).filter((file) => !scripts.includes(file))
  const pictures = withPictures ? Object.entries(PICTURES) : []
  const listed = (files) => files.join(' ')
  return [
    ...pictures.map(([scheme, name]) => {
      const { file } = manifest[name]
      return `<link rel="preload" as="image" fetchpriority="high" media="(prefers-color-scheme: ${scheme})" href="/${file}">`
    }),
    `<style>${stylesFor(still, css.join('\n'))}</style>`,
    // What is painted first has the line to itself.
    `<script defer src="/page-start.js" data-sheets="${listed(sheets.map((file) => `/${file}`))}" data-scripts="${listed(scripts)}" data-parts="${listed(parts)}"></script>`,
  ].join('')
}
