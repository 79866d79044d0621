import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'
import type { AdvertisedFiguresOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { DEFAULT_STATUS, server } from '@/testing/server'
import {
  ADVERTISED,
  type AdvertisedName,
  type AdvertisedPage,
  claimed,
  type Mode,
} from './advertised'

const PAGES: Record<AdvertisedPage, string> = {
  home: '/',
  'drive-with-us': '/drive-with-us',
  overview: '/drive-with-us?step=2',
  terms: '/terms',
  privacy: '/privacy',
}
/** Words that claim something: where they stand, a claim that is backed has to hold them. */
const CLAIMING =
  /[\d.]+\+? stars|per hour|\/hour|[+]\d+%|weekly|background(?! ?check)|insured|verified|vetted|guarantee|no cookies/gi

const ENOUGH: AdvertisedFiguresOut = {
  rating: { stars: 4.61, ratings: 240 },
  all_jobs: { median_cents: 2210, jobs: 310 },
  delivery: { median_cents: 1980, jobs: 200 },
  moving: { median_cents: 3105, jobs: 110 },
}
const TOO_FEW: AdvertisedFiguresOut = {
  rating: null,
  all_jobs: null,
  delivery: null,
  moving: null,
}
const NAMES = Object.keys(ADVERTISED) as AdvertisedName[]

afterEach(cleanup)

async function pageIn(page: AdvertisedPage, mode: Mode, figures: AdvertisedFiguresOut) {
  server.use(
    http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode })),
    http.get('*/api/v1/advertised-figures', () => HttpResponse.json(figures)),
  )
  visit(PAGES[page])
  await screen.findByRole('heading', { level: 1 })
  return () => screen.getByRole('main').textContent?.replace(/\s+/g, ' ') ?? ''
}

describe.each([
  ['default', TOO_FEW],
  ['demo', TOO_FEW],
  ['real', TOO_FEW],
  ['real', ENOUGH],
] as const)('in %s mode', (mode, figures) => {
  test.each(Object.keys(PAGES) as AdvertisedPage[])(
    `the %s claims what is backed, and nothing else (${figures === ENOUGH ? 'enough' : 'too few'} observations)`,
    async (page) => {
      const read = await pageIn(page, mode, figures)
      const backed = NAMES.filter((name) =>
        (ADVERTISED[name].pages as readonly string[]).includes(page),
      )
        .map((name) => claimed(name, mode, figures))
        .filter((words) => words !== null)
      await waitFor(() => {
        for (const words of backed) expect(read()).toContain(words)
      })
      let rest = read()
      for (const words of backed) rest = rest.replaceAll(words, '')
      expect(rest.match(CLAIMING) ?? []).toEqual([])
      const unbacked = NAMES.map((name) => ADVERTISED[name])
        .filter(({ modes }) => !(modes as readonly Mode[]).includes(mode))
        .flatMap(({ words }) => (typeof words === 'string' ? [words] : []))
      for (const words of unbacked) expect(rest).not.toContain(words)
    },
  )
})

test('the marketplace’s own figures are said as they are, and not below enough of them', () => {
  expect(claimed('ownPay', 'real', ENOUGH)).toBe('$22.10 per hour')
  expect(claimed('ownRating', 'real', ENOUGH)).toBe('4.61 stars on average of 240 ratings.')
  expect(claimed('ownPay', 'real', TOO_FEW)).toBeNull()
  expect(claimed('ownPay', 'demo', ENOUGH)).toBeNull()
  expect(claimed('samplePay', undefined, undefined)).toBeNull()
})
