import { HttpResponse, http } from 'msw'
import type { LocationOut, RouteOut, SuggestionOut } from '@/api/generated/types.gen'

export function aSuggestion(mainText: string, secondaryText = 'New York, NY'): SuggestionOut {
  return {
    place_id: `place:${mainText}`,
    description: `${mainText}, ${secondaryText}`,
    main_text: mainText,
    secondary_text: secondaryText,
    types: ['street_address'],
    structured_formatting: { main_text: mainText, secondary_text: secondaryText },
    precision: 'house',
  }
}

export function aLocation(address: string, where: Partial<LocationOut> = {}): LocationOut {
  return {
    lat: 40.7484,
    lng: -73.9857,
    address,
    formatted_address: `${address}, New York, NY`,
    place_id: `place:${address}`,
    address_components: {
      street_number: null,
      route: null,
      neighborhood: null,
      borough: 'Manhattan',
      locality: 'New York',
      administrative_area_level1: 'NY',
      postal_code: null,
      country: 'US',
    },
    types: ['street_address'],
    approximate: false,
    outside: null,
    precision: 'house',
    ...where,
  }
}

export function aRoute(parts: Partial<RouteOut> = {}): RouteOut {
  const start = { lat: 40.7484, lng: -73.9857 }
  const end = { lat: 40.6712, lng: -73.9847 }
  return {
    name: 'FDR Drive',
    distance: { text: '7.4 mi', value: 11_909 },
    duration: { text: '32 min', value: 1_920 },
    polyline: [start, end],
    steps: [
      {
        instruction: 'Drive to the dropoff',
        distance: { text: '7.4 mi', value: 11_909 },
        duration: { text: '32 min', value: 1_920 },
        start,
        end,
      },
    ],
    engine: 'test',
    approximate: false,
    ...parts,
  }
}

export const page = <Item>(items: Item[]) => HttpResponse.json({ items, next: null })

export const SERVED = 'New York City, Hoboken and Jersey City'

/** A places service of a few suggestions, each of which leads to a location of its name. */
export function placesAnswering(
  options: { suggestions?: SuggestionOut[]; popular?: SuggestionOut[]; asked?: URL[] } = {},
) {
  const { suggestions = [], popular = [], asked = [] } = options
  return [
    http.get('*/api/v1/places/suggestions', ({ request }) => {
      asked.push(new URL(request.url))
      return page(suggestions)
    }),
    http.get('*/api/v1/places/popular', () => page(popular)),
    http.get('*/api/v1/places/reverse', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const at = (name: string) => Number(searchParams.get(name))
      return HttpResponse.json(
        aLocation('1 Found Street', { lat: at('lat'), lng: at('lng'), place_id: 'place:found' }),
      )
    }),
    http.get('*/api/v1/service-area', () =>
      HttpResponse.json({ name: SERVED, zones: [], bounds: [] }),
    ),
    http.get('*/api/v1/places/:id', ({ params }) =>
      HttpResponse.json(aLocation(String(params.id).replace('place:', ''))),
    ),
  ]
}
