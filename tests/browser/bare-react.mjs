// The floor that a page is measured against: React, one heading, and nothing else.
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fromUi } from './chromium.mjs'

const UI = new URL('../../ui/', import.meta.url)
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width"></head>
<body><div id="root"></div><script type="module" src="./main.js"></script></body></html>`
const MAIN = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('h1', null, 'A bare React page'))`

/** Builds the page as the application is built, and serves it compressed. */
export async function serveBareReact() {
  // Inside node_modules, so that its imports are found there.
  const folder = await mkdtemp(new URL('node_modules/.bare-', UI).pathname)
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'main.js'), MAIN)
  const { build } = await import(pathToFileURL(fromUi.resolve('vite')).href)
  await build({ root: folder, configFile: false, logLevel: 'error' })
  const server = createServer(
    (request, response) => void answer(join(folder, 'dist'), request, response),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function answer(folder, request, response) {
  const path = request.url === '/' ? '/index.html' : request.url
  const body = await readFile(join(folder, path)).catch(() => null)
  response.statusCode = body ? 200 : 404
  response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/plain')
  response.setHeader('Content-Encoding', 'gzip')
  response.end(gzipSync(body ?? ''))
}
