import { readFileSync } from 'node:fs'

const TREE = new URL('../../ui/src/routeTree.gen.ts', import.meta.url)

/** Development builds alone have it. */
const OF_DEVELOPMENT = '/design'

/** Every address that the application knows, so that a new one cannot be forgotten. */
export function routes() {
  const [, list] = /fullPaths:((?:\s*\| '[^']+')+)/.exec(readFileSync(TREE, 'utf8'))
  return [...list.matchAll(/'([^']+)'/g)]
    .map(([, path]) => path.replace(/\$\w+/g, 'demo'))
    .filter((path) => path !== OF_DEVELOPMENT)
}
