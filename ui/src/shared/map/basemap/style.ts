import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import type { Basemap } from './basemap'

interface Palette {
  water: string
  shallows: string
  shore: string
  beyond: string
  city: string
  park: string
  cemetery: string
  airport: string
  casing: string
  street: string
  border: string
  bridge: string
  strong: string
  text: string
  faint: string
  green: string
  blue: string
  halo: string
}

/** The colours of the picture on the home page, so that the living map can take its place. */
const PALETTES: Record<'light' | 'dark', Palette> = {
  light: {
    water: '#c9dfe8',
    shallows: '#d9e9ef',
    shore: '#b4cdd8',
    beyond: '#eeece5',
    city: '#f8f7f2',
    park: '#cfe3c6',
    cemetery: '#dde6d3',
    airport: '#e6e4ea',
    casing: '#e0dbcd',
    street: '#ffffff',
    border: '#cfc9bb',
    bridge: '#fdfcf8',
    strong: '#3d464b',
    text: '#5b646a',
    faint: '#757d82',
    green: '#4b7547',
    blue: '#4d7386',
    halo: '#fbfaf6',
  },
  dark: {
    water: '#0b151c',
    shallows: '#0f1e28',
    shore: '#2c4251',
    beyond: '#171a1d',
    city: '#1f2428',
    park: '#1d3327',
    cemetery: '#202f28',
    airport: '#28282f',
    casing: '#333a41',
    street: '#2a3036',
    border: '#3c444b',
    bridge: '#56616b',
    strong: '#cdd4d8',
    text: '#a0aab1',
    faint: '#87929a',
    green: '#7fae8b',
    blue: '#6d93a8',
    halo: '#14181b',
  },
}

/** Our lines lie below the first of these, so that names stay readable. */
export const FIRST_LABEL = 'water-names'

/** No glyphs are served: the weight is taken from the first name, the letters from the second. */
export const PLAIN_FONT = ['Inter Medium', 'Inter Variable']
const BOLD = ['Inter Semibold', 'Inter Variable']
const ITALIC = ['Inter Italic', 'Inter Variable']

const kind = (...kinds: string[]): ExpressionSpecification => [
  'in',
  ['get', 'kind'],
  ['literal', kinds],
]

/** A width or size that grows with the zoom, given as pairs. */
function growing(...stops: number[]): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.4], ['zoom'], ...stops] as ExpressionSpecification
}

const fill = (id: string, color: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: 'areas',
  filter: kind(id),
  paint: { 'fill-color': color },
})

function line(
  id: string,
  source: 'areas' | 'lines',
  kinds: string[],
  paint: NonNullable<LineLayerSpecification['paint']>,
  minzoom = 0,
): LineLayerSpecification {
  return {
    id,
    type: 'line',
    source,
    minzoom,
    filter: kind(...kinds),
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint,
  }
}

function names(
  id: string,
  kinds: string[],
  colors: { text: string; halo: string },
  layout: NonNullable<SymbolLayerSpecification['layout']>,
  zooms: { minzoom?: number; maxzoom?: number } = {},
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source: 'labels',
    filter: kind(...kinds),
    ...zooms,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': PLAIN_FONT,
      'text-max-width': 8,
      'text-line-height': 1.15,
      'text-padding': 6,
      ...layout,
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
  }
}

function ground(c: Palette): LayerSpecification[] {
  const land = ['beyond', 'around', 'city']
  return [
    { id: 'water', type: 'background', paint: { 'background-color': c.water } },
    line('shallows', 'areas', ['around', 'city'], {
      'line-color': c.shallows,
      'line-width': growing(8, 2, 11, 9, 15, 44),
      'line-blur': growing(8, 0, 12, 2, 15, 20),
    }),
    line('shore', 'areas', land, { 'line-color': c.shore, 'line-width': growing(8, 1, 15, 3) }),
    fill('beyond', c.beyond),
    fill('around', c.beyond),
    fill('city', c.city),
    fill('airport', c.airport),
    fill('cemetery', c.cemetery),
    fill('park', c.park),
    line('border', 'lines', ['border'], {
      'line-color': c.border,
      'line-width': 1,
      'line-dasharray': [3, 2],
    }),
  ]
}

/** Main roads come first and stay wider; beds only appear where there is room for them. */
function streets(c: Palette): LayerSpecification[] {
  const appearing = (from: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    ['zoom'],
    from,
    0,
    from + 0.8,
    1,
  ]
  const casing = (from: number, ...width: number[]) => ({
    'line-color': c.casing,
    'line-width': growing(...width),
    'line-opacity': appearing(from),
  })
  const bed = (from: number, ...width: number[]) => ({
    'line-color': c.street,
    'line-width': growing(...width),
    'line-opacity': appearing(from),
  })
  return [
    line('street-casing', 'lines', ['street'], casing(11.2, 11, 0.8, 13, 1.8, 15, 7), 11.2),
    line('road-casing', 'lines', ['road'], casing(9.4, 9, 0.7, 12, 2.4, 13, 4, 15, 13), 9.4),
    line('street', 'lines', ['street'], bed(12.6, 12.5, 0.3, 13, 0.7, 15, 5.2), 12.6),
    line('road', 'lines', ['road'], bed(11.3, 11, 0.5, 12, 1.2, 13, 2.4, 15, 10.5), 11.3),
  ]
}

function crossings(c: Palette): LayerSpecification[] {
  return [
    {
      ...line('tunnel', 'lines', ['tunnel'], {
        'line-color': c.shore,
        'line-width': growing(10, 1, 15, 5),
        'line-dasharray': [1.5, 1.5],
      }),
      layout: { 'line-cap': 'butt' },
    },
    line('bridge-casing', 'lines', ['bridge'], {
      'line-color': c.shore,
      'line-width': growing(10, 2.2, 13, 5, 15, 11),
    }),
    line('bridge', 'lines', ['bridge'], {
      'line-color': c.bridge,
      'line-width': growing(10, 1, 13, 3, 15, 8),
    }),
  ]
}

function allNames(c: Palette): LayerSpecification[] {
  const onLand = { text: c.text, halo: c.halo }
  const largestFirst: ExpressionSpecification = ['-', 0, ['get', 'size']]
  return [
    names(
      FIRST_LABEL,
      ['water'],
      { text: c.blue, halo: c.water },
      { 'text-font': ITALIC, 'text-size': growing(9, 10, 14, 14), 'text-letter-spacing': 0.04 },
      { minzoom: 9.5 },
    ),
    names(
      'crossing-names',
      ['crossing'],
      { text: c.text, halo: c.halo },
      {
        'text-size': 11,
        'text-rotate': ['get', 'angle'],
        'text-rotation-alignment': 'map',
        'text-max-width': 30,
        'text-offset': [0, 1],
      },
      { minzoom: 12.6 },
    ),
    {
      ...names(
        'street-names',
        ['named'],
        onLand,
        {
          'symbol-placement': 'line',
          'symbol-spacing': 320,
          'text-size': growing(12.5, 10.5, 15, 13),
          'text-max-angle': 20,
          'text-padding': 12,
        },
        { minzoom: 12.5 },
      ),
      source: 'lines',
    },
    names(
      'park-names',
      ['park'],
      { text: c.green, halo: c.park },
      { 'text-size': 11, 'symbol-sort-key': largestFirst },
      { minzoom: 12 },
    ),
    names(
      'airport-names',
      ['airport'],
      { text: c.faint, halo: c.halo },
      { 'text-size': 11 },
      { minzoom: 11 },
    ),
    names(
      'place-names',
      ['place'],
      onLand,
      {
        'text-field': ['step', ['zoom'], ['get', 'name'], 13, ['get', 'full']],
        'text-size': growing(11, 10.5, 14, 13.5),
        'symbol-sort-key': largestFirst,
      },
      { minzoom: 11 },
    ),
    names(
      'station-names',
      ['station'],
      { text: c.strong, halo: c.halo },
      { 'text-size': growing(12.5, 10, 15, 12.5) },
      { minzoom: 12.5 },
    ),
    names(
      'landmark-names',
      ['landmark'],
      { text: c.faint, halo: c.halo },
      { 'text-size': growing(13.5, 10, 15, 12) },
      { minzoom: 13.5 },
    ),
    names(
      'town-names',
      ['town'],
      onLand,
      { 'text-size': growing(9, 10.5, 14, 15) },
      { minzoom: 9 },
    ),
    names(
      'borough-names',
      ['borough'],
      { text: c.strong, halo: c.halo },
      { 'text-font': BOLD, 'text-size': growing(8, 11, 12, 17) },
      { minzoom: 8, maxzoom: 13.2 },
    ),
  ]
}

/** Beside words the names of the towns across the river would show between the lines. */
const BESIDE_WORDS = 'town-names'

/** The bundled map as a MapLibre style of its own for each colour scheme. */
export function basemapStyle(
  scheme: 'light' | 'dark',
  basemap: Basemap,
  { besideWords = false } = {},
): StyleSpecification {
  const c = PALETTES[scheme]
  const written = allNames(c).filter(({ id }) => !(besideWords && id === BESIDE_WORDS))
  return {
    version: 8,
    name: `haulage ${scheme}`,
    sources: {
      areas: { type: 'geojson', data: basemap.areas, maxzoom: 14, tolerance: 0.3 },
      lines: { type: 'geojson', data: basemap.lines, maxzoom: 14, tolerance: 0.3 },
      labels: { type: 'geojson', data: basemap.labels, maxzoom: 14 },
    },
    layers: [...ground(c), ...streets(c), ...crossings(c), ...written],
  }
}
