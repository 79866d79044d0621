import type { AdvertisedFiguresOut, StatusOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'

export type Mode = StatusOut['mode']

/** Where a claim may stand; each is a page of its own or a step of one. */
export type AdvertisedPage = 'home' | 'drive-with-us' | 'overview' | 'terms' | 'privacy'

type Advertised = {
  pages: readonly AdvertisedPage[]
  /** In which modes it is true. */
  modes: readonly Mode[]
  /** What makes it so. */
  proof: string
  /** The words, or none where the marketplace's own figures do not carry them. */
  words: string | ((figures: AdvertisedFiguresOut) => string | null)
}

const EVERYWHERE = ['default', 'demo', 'real'] as const
/** Nobody has earned anything real there, and every figure is marked as a sample (OP-104). */
const SAMPLES = ['default', 'demo'] as const
const SAMPLE_FIGURES = 'OP-104: demonstration rows, marked as samples'
const OWN_FIGURES = 'GET /advertised-figures: null below 100 observations'

const hourly = (pay: AdvertisedFiguresOut['all_jobs']) =>
  pay && `${formatCents(pay.median_cents)} per hour`

/** Everything that the public pages claim of the marketplace. The pages take their words from here. */
export const ADVERTISED = {
  sampleRating: {
    pages: ['home'],
    modes: SAMPLES,
    proof: SAMPLE_FIGURES,
    words: '4.8+ stars, a sample figure.',
  },
  ownRating: {
    pages: ['home'],
    modes: ['real'],
    proof: OWN_FIGURES,
    words: ({ rating }) =>
      rating && `${rating.stars.toFixed(2)} stars on average of ${rating.ratings} ratings.`,
  },
  approvedDrivers: {
    pages: ['home', 'terms'],
    modes: EVERYWHERE,
    proof: 'Only approved drivers go online or are matched',
    words: 'Every driver is approved before their first job.',
  },
  samplePay: {
    pages: ['drive-with-us'],
    modes: SAMPLES,
    proof: SAMPLE_FIGURES,
    words: '$25-45 per hour',
  },
  ownPay: {
    pages: ['drive-with-us'],
    modes: ['real'],
    proof: OWN_FIGURES,
    words: ({ all_jobs }) => hourly(all_jobs),
  },
  weeklyPayments: {
    pages: ['drive-with-us'],
    modes: EVERYWHERE,
    proof: 'Balances are paid out on Mondays; a driver may choose otherwise',
    words: 'Weekly payments',
  },
  sampleDelivery: {
    pages: ['overview'],
    modes: SAMPLES,
    proof: SAMPLE_FIGURES,
    words: '$20-30/hour',
  },
  sampleMoving: {
    pages: ['overview'],
    modes: SAMPLES,
    proof: SAMPLE_FIGURES,
    words: '$35-50/hour',
  },
  ownDelivery: {
    pages: ['overview'],
    modes: ['real'],
    proof: OWN_FIGURES,
    words: ({ delivery }) => hourly(delivery),
  },
  ownMoving: {
    pages: ['overview'],
    modes: ['real'],
    proof: OWN_FIGURES,
    words: ({ moving }) => hourly(moving),
  },
  peakBonus: { pages: ['overview'], modes: SAMPLES, proof: SAMPLE_FIGURES, words: '+25%' },
  weekendBonus: { pages: ['overview'], modes: SAMPLES, proof: SAMPLE_FIGURES, words: '+15%' },
  permits: {
    pages: ['terms'],
    modes: EVERYWHERE,
    proof: 'OP-102: quotes are refused by the authority table in real mode',
    words: 'Where real money is taken and a permit is needed, we do not sell the trip.',
  },
  oneCookie: {
    pages: ['privacy'],
    modes: EVERYWHERE,
    proof: 'Only webapp/haulage_webapp/gotrue/routes/social.py sets a cookie',
    words:
      'One cookie is set, and only while you sign in by an account elsewhere, such as Google’s: it ties the answer to your browser and ends with the sign-in or after 10 minutes. A card processor’s form, where one is connected, sets cookies of its own against fraud.',
  },
} as const satisfies Record<string, Advertised>

export type AdvertisedName = keyof typeof ADVERTISED

/** The words of a claim where the running mode backs it; until the mode is known nothing is claimed. */
export function claimed(
  name: AdvertisedName,
  mode: Mode | undefined,
  figures: AdvertisedFiguresOut | undefined,
): string | null {
  const { modes, words }: Advertised = ADVERTISED[name]
  if (modes.length === EVERYWHERE.length && typeof words === 'string') return words
  if (!mode || !modes.includes(mode)) return null
  if (typeof words === 'string') return words
  return figures ? words(figures) : null
}
