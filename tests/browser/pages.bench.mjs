// What the pages weigh and how soon they stand, beside a bare React page in the same run.
//
//   HAULAGE_URL=http://127.0.0.1:8000 node tests/browser/pages.bench.mjs [FILE.json]
//
// Goals are ratios inside one run and bytes; a missed goal is reported and does not fail.
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { serveBareReact } from './bare-react.mjs'
import { BASE, SCREENS, startBrowser, stopBrowser, visit } from './page.mjs'

const PATHS = ['/', '/login', '/register', '/book-service', '/dashboard', '/track/demo', '/terms']
const ROUNDS = 3
const MOST_BYTES = 180_000
const MOST_HOME_LCP = 1.2
/** What is largest on a page is painted this soon: before the scripts, and not once they have asked. */
const MOST_LCP = 2
const PATIENCE_MS = 120_000

/** Slow 4G and a processor four times as slow, as Lighthouse throttles them. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const PROCESSOR = 4

/** The map's engine is fetched once the page stands, so it is no part of its first load. */
const ON_DEMAND = /maplibre|basemap/i

async function measure(base, path, { throttled }) {
  const scripts = []
  const closing = []
  const { page } = await visit({ after: (close) => closing.push(close) }, path, {
    base,
    screen: SCREENS.phone,
    maps: true,
    before: async (opened) => {
      opened.setDefaultTimeout(PATIENCE_MS)
      opened.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response)
      })
      if (throttled) await throttle(opened)
    },
  })
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS })
  await page.waitForFunction(() => window.seen.largest)
  const { shifts, largest } = await page.evaluate(() => window.seen)
  const first = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0].startTime,
  )
  const weights = throttled ? [] : await Promise.all(scripts.map(weightOf))
  await Promise.all(closing.map((close) => close()))
  const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0)
  return {
    first,
    lcp: largest.at,
    cls: shifts.reduce((total, shift) => total + shift, 0),
    bytes: sum(weights.filter(({ url }) => !ON_DEMAND.test(url))),
    onDemand: sum(weights.filter(({ url }) => ON_DEMAND.test(url))),
  }
}

async function throttle(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR })
}

async function weightOf(response) {
  const body = await response.body()
  return { url: response.url(), bytes: gzipSync(body, { level: 6 }).length }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

await startBrowser()
const bare = await serveBareReact()
try {
  const pages = new Map(PATHS.map((path) => [path, { firsts: [], lcps: [] }]))
  const bareFirsts = []
  const bareLcps = []
  for (const path of PATHS) Object.assign(pages.get(path), await measure(BASE, path, {}))
  // Interleaved, so that whatever else the machine does meets all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    const floor = await measure(bare.base, '/', { throttled: true })
    bareFirsts.push(floor.first)
    bareLcps.push(floor.lcp)
    for (const [path, seen] of pages) {
      const { first, lcp } = await measure(BASE, path, { throttled: true })
      seen.firsts.push(first)
      seen.lcps.push(lcp)
    }
  }
  const floor = median(bareLcps)
  const firstFloor = median(bareFirsts)
  const rows = [...pages].map(([path, { bytes, onDemand, cls, firsts, lcps }]) => ({
    path,
    'JavaScript kB gzip': Number((bytes / 1000).toFixed(1)),
    'map on demand kB': Number((onDemand / 1000).toFixed(1)),
    CLS: Number(cls.toFixed(4)),
    'LCP throttled ms': Math.round(median(lcps)),
    'of bare React': Number((median(lcps) / floor).toFixed(2)),
    'first paint of bare React': Number((median(firsts) / firstFloor).toFixed(2)),
  }))
  console.table(rows)
  console.log(`bare React page: LCP ${Math.round(floor)} ms throttled`)
  const home = rows[0]
  const goals = [
    [`home: LCP <= ${MOST_HOME_LCP} x bare React`, home['of bare React'] <= MOST_HOME_LCP],
    ...rows.map((row) => [
      `${row.path}: LCP <= ${MOST_LCP} x bare React`,
      row['of bare React'] <= MOST_LCP,
    ]),
    ...rows.map((row) => [
      `${row.path}: first load <= ${MOST_BYTES / 1000} kB`,
      pages.get(row.path).bytes <= MOST_BYTES,
    ]),
    ...rows.map((row) => [`${row.path}: CLS 0`, row.CLS === 0]),
  ]
  for (const [goal, met] of goals) console.log(`${met ? 'met   ' : 'MISSED'}  ${goal}`)
  const file = process.argv[2]
  if (file) await writeFile(file, JSON.stringify({ bare_lcp_ms: floor, pages: rows }, null, 2))
} finally {
  await bare.close()
  await stopBrowser()
}
