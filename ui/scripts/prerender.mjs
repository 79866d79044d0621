// Writes home.html, the document of the address /: the built index.html with the still home page in
// it, so that words and map are painted before the scripts have come. Every other address is
// answered with index.html itself.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'

const STATIC = new URL('../../webapp/haulage_webapp/static/', import.meta.url)
const RENDERER = new URL('../node_modules/.prerender/prerender.js', import.meta.url)
const HOME = 'src/routes/index.tsx?tsr-split=component'
const PICTURES = {
  light: 'src/shared/city/new-york-light.webp',
  dark: 'src/shared/city/new-york-dark.webp',
}
const EMPTY_ROOT = '<div id="root"></div>'
const MODULE =
  /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\s*/g

process.env.NODE_ENV = 'production'
const { renderHome } = await import(RENDERER.href)
const still = await renderHome()
assert.doesNotMatch(still, /<script/, 'the content security policy allows no inline script')
assert.match(still, /<h1/)

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', STATIC), 'utf8'))
assert.ok(manifest[HOME], `the manifest has no ${HOME}`)
const page = await readFile(new URL('index.html', STATIC), 'utf8')
assert.ok(page.includes(EMPTY_ROOT))

/** A chunk and all that it imports, each after what it needs. */
function chunksOf(name, seen = new Set()) {
  if (seen.has(name)) return []
  seen.add(name)
  const chunk = manifest[name]
  return [...(chunk.imports ?? []).flatMap((each) => chunksOf(each, seen)), chunk]
}

const notLinked = (file) => !page.includes(`/${file}"`)
const chunks = chunksOf(HOME)
const sheets = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].filter(notLinked)
const scripts = [...page.matchAll(MODULE)].flatMap(([, script]) => script ?? [])
const parts = chunks.map(({ file }) => `/${file}`).filter((file) => !scripts.includes(file))

const links = [
  ...sheets.map((file) => `<link rel="stylesheet" href="/${file}">`),
  ...Object.entries(PICTURES).map(([scheme, name]) => {
    const { file } = manifest[name]
    return `<link rel="preload" as="image" fetchpriority="high" media="(prefers-color-scheme: ${scheme})" href="/${file}">`
  }),
  // What is painted first has the line to itself.
  `<script defer src="/home-start.js" data-scripts="${scripts.join(' ')}" data-parts="${parts.join(' ')}"></script>`,
]
await writeFile(
  new URL('home.html', STATIC),
  page
    .replaceAll(MODULE, '')
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(EMPTY_ROOT, () => `<div id="root"><div data-still-home>${still}</div></div>`),
)
