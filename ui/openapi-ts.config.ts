import { defineConfig } from '@hey-api/openapi-ts'

/** What follows an operation's name in the names of all that is generated for it. */
const PURPOSE = /((Infinite)?(QueryKey|Options)|Mutation)$/

const QUERIES = '@tanstack/react-query'

interface Generated {
  kind: string
  name: string
  meta?: { artifact?: string; category?: string }
}

/** Whether it is an operation, or one's query or mutation, rather than what all of them use. */
const isOfOperation = ({ kind, meta }: Generated) =>
  kind !== 'type' &&
  meta?.category !== 'utility' &&
  (meta?.artifact === 'sdk' || meta?.artifact === QUERIES)

export default defineConfig({
  input: './openapi.json',
  parser: {
    filters: {
      operations: {
        // A stream is followed by hand: it is no query with one answer.
        exclude: [
          'GET /api/v1/orders/{order_id}/events',
          'GET /api/v1/drivers/{driver_id}/positions/events',
          'GET /api/v1/track/{order_id}/events',
        ],
      },
    },
    // Each operation is a module of its own, so that only the screens that use it carry it: were
    // all one module, the home page would carry what any screen asks for. They are imported
    // from sdk.gen and react-query.gen, which say where each of them is.
    hooks: {
      events: {
        'node:set:after': ({ node }) => {
          const shared = node?.symbol?.meta?.category === 'utility'
          if (shared && 'export' in node && typeof node.export === 'function') node.export()
        },
      },
      symbols: {
        getFilePath: (symbol) => {
          if (isOfOperation(symbol)) return `operations/${symbol.name.replace(PURPOSE, '')}`
          return symbol.meta?.artifact === QUERIES ? 'queries' : undefined
        },
        getExportFromFilePath: (symbol) =>
          isOfOperation(symbol) ? [`${symbol.meta?.artifact}`] : undefined,
      },
    },
  },
  output: { path: 'src/api/generated', entryFile: false },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    '@hey-api/sdk',
    '@tanstack/react-query',
    'zod',
  ],
})
