// Builds the service worker of the drivers' screens, with the list of what it keeps: the one page
// and all that those screens are made of. Other screens are not kept.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { build } from 'vite'

const STATIC = new URL('../../webapp/haulage_webapp/static/', import.meta.url)
const SOURCE = new URL('../src/worker/serviceWorker.ts', import.meta.url)
const MANIFEST = new URL('.vite/manifest.json', STATIC)

const ENTRY = 'index.html'
const ROUTE = /^src\/routes\//
const KEPT_ROUTES = ['src/routes/driver-dashboard.tsx?tsr-split=component']
/** Another company's map and card form are of no use without a connection. */
const OUTSIDE = /GoogleMap|StripeForm/
/** Beside the page, for whoever has installed it. */
const FILES = ['first-paint.js', 'favicon.svg', 'manifest.webmanifest', 'icon-192.png']

const manifest = JSON.parse(await readFile(MANIFEST, 'utf8'))
for (const route of KEPT_ROUTES) assert.ok(manifest[route], `the manifest has no ${route}`)

/** A chunk, what it imports at once or later, and their sheets and pictures; no other route. */
function filesOf(name, files, seen) {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return
  seen.add(name)
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) {
    if (!ROUTE.test(next) && !OUTSIDE.test(next)) filesOf(next, files, seen)
  }
}

const files = new Set()
const seen = new Set()
for (const name of [ENTRY, ...KEPT_ROUTES]) filesOf(name, files, seen)

// What the page itself names, and the map's worker, which is asked for by its address.
const page = await readFile(new URL('index.html', STATIC), 'utf8')
for (const [, file] of page.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)) files.add(file)
for (const file of await readdir(new URL('assets/', STATIC))) {
  if (/^maplibre-gl-worker|^new-york-.*\.json$/.test(file)) files.add(`assets/${file}`)
}

const revisionOf = async (file) =>
  createHash('sha256')
    .update(await readFile(new URL(file, STATIC)))
    .digest('hex')
    .slice(0, 16)
const shell = [
  ...[...files].sort().map((file) => ({ url: `/${file}`, revision: null })),
  ...(await Promise.all(
    ['index.html', ...FILES].map(async (file) => ({
      url: `/${file}`,
      revision: await revisionOf(file),
    })),
  )),
]

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: {
    'self.__SHELL': JSON.stringify(shell),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: STATIC.pathname,
    emptyOutDir: false,
    rolldownOptions: {
      input: SOURCE.pathname,
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})
await rm(new URL('.vite/', STATIC), { recursive: true })
console.log(`service-worker.js keeps ${shell.length} files`)
