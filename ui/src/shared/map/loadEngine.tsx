import type { ComponentType } from 'react'
import type { BrowserMapOut } from '@/api/generated/types.gen'
import { loadBasemap } from './basemap/basemap'
import type { EngineProps } from './engine'
import { withRetries } from './retries'
import { hasWebGL } from './webgl'

/** A map that is ready to be shown, or why none can be. */
export type Loaded = { Engine: ComponentType<EngineProps> } | { reason: string; retry: boolean }

const NO_WEBGL = 'This browser cannot draw live maps: WebGL is not available.'
const NO_SCRIPT = {
  google: 'Google Maps could not be loaded. Check the connection.',
  style: 'The map could not be loaded. Check the connection.',
  bundled: 'The map could not be loaded. Check the connection.',
}

export const BUNDLED: BrowserMapOut = { engine: 'bundled', style_url: null, google_maps_key: null }

/** Brings the code and the data of the configured map; each file is tried four times (MAP-30). */
export async function loadEngine(maps: BrowserMapOut): Promise<Loaded> {
  try {
    return maps.engine === 'google' ? await google(maps) : await mapLibre(maps)
  } catch {
    return { reason: NO_SCRIPT[maps.engine], retry: true }
  }
}

async function google({ google_maps_key: key }: BrowserMapOut): Promise<Loaded> {
  const { default: GoogleMap } = await withRetries(() => import('./engines/GoogleMap'))
  return { Engine: bound(GoogleMap, { apiKey: key ?? '' }) }
}

async function mapLibre({ style_url: styleUrl }: BrowserMapOut): Promise<Loaded> {
  if (!hasWebGL()) return { reason: NO_WEBGL, retry: false }
  const [{ default: MapLibreMap }, basemap] = await Promise.all([
    withRetries(() => import('./engines/MapLibreMap')),
    styleUrl ? null : loadBasemap(),
  ])
  return { Engine: bound(MapLibreMap, { basemap, styleUrl }) }
}

/** The component with what is particular to its engine already given. */
function bound<Own extends object>(
  Drawn: ComponentType<EngineProps & Own>,
  own: Own,
): ComponentType<EngineProps> {
  return function BoundMap(props: EngineProps) {
    return <Drawn {...props} {...own} />
  }
}
