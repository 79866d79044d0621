import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect } from 'vitest'
import type { Draft } from '@/features/booking/draft/draft'
import { quoteRequestKey } from '@/features/booking/quoteRequest'
import { aDraft, anOffer, aQuote, keepDraft } from './booking'
import { visit } from './render'

/** What the server says when it refuses. */
export function refusal(status: number, code: string, message: string, param?: string) {
  const problem = { type: '', title: '', status, detail: message, code, message, request_id: 'r' }
  return HttpResponse.json({ ...problem, param }, { status })
}

/** A draft with its driver chosen, so that step 5 is open. */
export function chosen(part: Partial<Draft> = {}): Draft {
  const draft = aDraft()
  return {
    ...draft,
    priced: {
      request: quoteRequestKey(draft) ?? '',
      quote: aQuote('quo-0', {}),
      expiresAt: Date.now() + 900_000,
      replacedCents: null,
    },
    offer: anOffer(),
    ...part,
  }
}

/** What the screen itself says; a toast of an earlier test may still stand beside it. */
export const alertInStep = async () => within(await screen.findByRole('main')).findByRole('alert')

export const payButton = () => screen.findByRole('button', { name: /^Pay \$/ })

/** Step 5, once it can be paid. */
export async function ready(draft = chosen()) {
  keepDraft(draft)
  const page = visit('/book-service?step=5')
  await waitFor(async () => expect(await payButton()).toBeEnabled())
  return page
}
