import { availableParallelism } from 'node:os'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import openapi from './openapi.json' with { type: 'json' }
import { oneShell } from './scripts/oneShell.ts'

const server = process.env.HAULAGE_URL ?? 'http://127.0.0.1:8000'

const consent = openapi.components.schemas.ConsentTextOut.properties

const config: ViteUserConfig = {
  // What shared/messaging/smsConsentText.ts shows until the server has answered.
  define: {
    SMS_CONSENT: JSON.stringify({
      version: consent.version.examples[0],
      text: consent.text.examples[0],
    }),
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      routeFileIgnorePattern: '\\.test\\.',
    }),
    react(),
  ],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/auth/v1', '/dev/mail', '/health', '/schema', '/simulated', '/webhooks'].map(
        (path) => [path, server],
      ),
    ),
  },
  build: {
    outDir: '../webapp/haulage_webapp/static',
    emptyOutDir: true,
    // Read by scripts/prerender.mjs and scripts/service-worker.mjs, which removes it again.
    manifest: true,
    // What preloads a module knows how since 2023; elsewhere it loads all the same, a little later.
    modulePreload: { polyfill: false },
    // The content security policy allows no data: fonts, and a picture of its own is cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // A screen that imports one operation or shape through the file that names them all carries
        // that one, in a chunk of its own, and nothing of the others.
        moduleSideEffects: [{ test: /\/src\/api\/generated\//, sideEffects: false }],
        manualPureFunctions: ['z.object', 'z.enum', 'z.array', 'z.union'],
      },
    },
  },
  test: {
    environment: 'jsdom',
    // A third of what these tests take is waiting: for an answer, for a pause of the person who types.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    pool: 'threads',
    // The modules stay loaded from file to file; testing/resetPage.ts takes back what they hold.
    isolate: false,
    setupFiles: './src/testing/setup.ts',
    css: { modules: { classNameStrategy: 'non-scoped' } },
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // A busy machine is slow and not wrong: the first screen of a file imports half of the application.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // Each test has an account client of its own, one after the other.
    onConsoleLog: (log) => !log.includes('Multiple GoTrueClient instances'),
    // Node's own fetch asserts so where a page is left in the instant in which its answer ends.
    onUnhandledError: ({ message, stack }: { message?: string; stack?: string }) =>
      !(message?.includes('assert(!this.aborted)') && stack?.includes('node:internal/deps/undici')),
  },
}

export default defineConfig({ ...config, plugins: [config.plugins, oneShell(config)] })
