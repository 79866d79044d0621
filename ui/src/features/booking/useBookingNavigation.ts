import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '@/components/toast'
import type { PaidOrder } from '@/shared/card-payment/useCharge'
import type { Step } from './steps'

const DRIVER_TAKEN =
  'Your driver was taken a moment ago. We are finding another; canceling is free.'

/** The ways on: to another step, and once paid to the order's own page (BKG-17). */
export function useBookingNavigation(clear: () => void) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const goTo = (step: number) =>
    void navigate({ to: '/book-service', search: { step: step as Step } })
  const goToOrder = async (order: PaidOrder) => {
    clear()
    await navigate({ to: '/track/$orderId', params: { orderId: order.id } })
    void queries.invalidateQueries()
    if (order.driver_id)
      toast.success('Payment complete. Your driver is asked to accept your order.')
    else if (order.driver_id === null) toast.info(DRIVER_TAKEN, { duration: 10_000 })
  }
  return { goTo, goToOrder }
}
