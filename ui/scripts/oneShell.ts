import { build, type Plugin, type Rollup, type UserConfig } from 'vite'

/** Chunks of 200 bytes each weigh twice what one of them all does: what pages always use together is one. */
const TOGETHER = {
  'home-icons': /\/icons\/Icon(Bolt|MapPin|Package|ShieldCheck|Star)\.mjs$/,
  'map-start': /\/shared\/map\/(DriverMark|useAwake|webgl)\b|\/icons\/IconTruck\.mjs$/,
  'map-frame': /\/shared\/map\/(geometry|routeColors|LaterMap|MapView\.module)\b/,
  'driver-facts':
    /\/shared\/drivers\/(DriverPhoto|Plate|rating|vehicleColors|vehicleLabel|VehicleSilhouette)\b|\/icons\/IconStarFilled\.mjs$/,
  'order-facts': /\/(AccessDetails|OrderItems|PhotoGallery|photoSources)\b/,
  'field-parts':
    /\/@mantine\/.*\/(clamp|to-int|use-debounced-value|use-id|use-merged-ref|use-uncontrolled)\.mjs$/,
}

/**
 * Puts all that the entry needs on every page into one chunk, named shell.
 *
 * Left to itself the bundler makes a chunk of whatever the entry shares with the same screens:
 * seventeen small files on every page, each compressed without knowledge of the others. Which
 * modules they are is known only once unused code is gone, so the application is built twice.
 */
export function oneShell(config: UserConfig): Plugin {
  return {
    name: 'one-shell',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async config() {
      const needed = await neededByTheEntry(config)
      const groups = [
        { name: 'shell', test: (id: string) => needed.has(id) },
        ...Object.entries(TOGETHER).map(([name, test]) => ({ name, test })),
      ]
      const output = { codeSplitting: { groups, includeDependenciesRecursively: false } }
      return { build: { rolldownOptions: { output } } }
    },
  }
}

async function neededByTheEntry(config: UserConfig): Promise<Set<string>> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  const { output } = built as Rollup.RollupOutput
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const entry = [...chunks.values()].find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the application has no entry')
  const files = new Set([entry.fileName])
  for (const file of files) for (const name of chunks.get(file)?.imports ?? []) files.add(name)
  const modules = [...files].flatMap((file) => Object.keys(chunks.get(file)?.modules ?? {}))
  // The entry's own module stays what the page starts with.
  return new Set(modules.filter((id) => id !== entry.facadeModuleId))
}
