import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: './openapi.json',
  // A stream is followed by hand: it is no query with one answer.
  parser: {
    filters: {
      operations: {
        exclude: [
          'GET /api/v1/orders/{order_id}/events',
          'GET /api/v1/drivers/{driver_id}/positions/events',
          'GET /api/v1/track/{order_id}/events',
        ],
      },
    },
  },
  output: { path: 'src/api/generated' },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    '@hey-api/sdk',
    '@tanstack/react-query',
    'zod',
  ],
})
