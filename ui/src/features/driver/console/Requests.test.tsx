import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { listOwnOffersQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import { Offers } from '@/shared/offers/Offers'
import { anOffer, signedInDriver, someOffers } from '@/testing/drivers'
import { show } from '@/testing/render'
import { RequestBanner } from './Requests'
import { useRequests } from './useRequests'

afterEach(() => vi.useRealTimers())

const BANNER_MS = 5_000

let queries: ReturnType<typeof useQueryClient>

function Requests() {
  queries = useQueryClient()
  const { newest } = useRequests(null)
  return (
    <>
      <RequestBanner offer={newest} />
      <Offers except={newest?.id} />
    </>
  )
}

test('after five seconds the banner is gone, and the request can be accepted in the list', async () => {
  const backend = signedInDriver()
  show(<Requests />)
  await waitFor(() => expect(queries.getQueryData(listOwnOffersQueryKey())).toBeDefined())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  backend.offers = someOffers({ items: [anOffer({}, { id: 'order-9', number: 10009 })] })
  await act(async () => queries.setQueryData(listOwnOffersQueryKey(), backend.offers))
  await pass(0)
  const banner = within(screen.getByRole('status', { name: 'New delivery request' }))
  const list = () => within(screen.getByRole('region', { name: 'New Requests' }))
  expect(banner.getByRole('button', { name: 'Accept' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'New Requests' })).not.toBeInTheDocument()
  await pass(BANNER_MS - 10)
  expect(banner.getByRole('button', { name: 'Accept' })).toBeInTheDocument()
  await pass(10)
  expect(banner.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  expect(list().getByText('Order #10009')).toBeInTheDocument()
  expect(list().getByRole('button', { name: 'Accept' })).toBeEnabled()
  await pass(BANNER_MS)
  expect(list().getByRole('button', { name: 'Accept' })).toBeInTheDocument()
})
