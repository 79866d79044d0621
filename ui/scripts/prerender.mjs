// Writes the still home page into the built index.html, so that words and map are painted before
// the scripts have come. Every address is answered with this one file: on any other than home,
// public/first-paint.js keeps the still page out of sight.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'

const STATIC = new URL('../../webapp/haulage_webapp/static/', import.meta.url)
const RENDERER = new URL('../node_modules/.prerender/prerender.js', import.meta.url)
const HOME = 'src/routes/index.tsx?tsr-split=component'
const EMPTY_ROOT = '<div id="root"></div>'

process.env.NODE_ENV = 'production'
const { renderHome } = await import(RENDERER.href)
const still = await renderHome()
assert.doesNotMatch(still, /<script/, 'the content security policy allows no inline script')
assert.match(still, /<h1/)

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', STATIC), 'utf8'))
const home = manifest[HOME]
assert.ok(home, `the manifest has no ${HOME}`)

/** The sheets of a chunk and of all that it imports: what other pages share lies in theirs. */
function sheetsOf(chunk, seen = new Set()) {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const imported = (chunk.imports ?? []).flatMap((name) => sheetsOf(manifest[name], seen))
  return [...imported, ...(chunk.css ?? [])]
}

const linked = await readFile(new URL('index.html', STATIC), 'utf8')
const sheets = [...new Set(sheetsOf(home))].filter((file) => !linked.includes(`/${file}"`))
const links = [
  ...sheets.map((file) => `<link rel="stylesheet" href="/${file}">`),
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${home.file}">`,
]

const page = new URL('index.html', STATIC)
const html = await readFile(page, 'utf8')
assert.ok(html.includes(EMPTY_ROOT))
await writeFile(
  page,
  html
    // What is painted first is fetched first: style sheets, font and picture before the scripts.
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(EMPTY_ROOT, () => `<div id="root"><div data-still-home>${still}</div></div>`),
)
