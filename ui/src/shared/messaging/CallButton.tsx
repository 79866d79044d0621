import { Button, type ButtonProps } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { beginCall, beginStopCall } from '@/api/generated/sdk.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { isProblem, sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import { openDialer } from './dialer'
import { messagesMoved } from './queries'

const ICON_SIZE = 18

/**
 * Writes the call down and opens the device's dialer (MSG-17): the only way to call from a screen.
 * It belongs where the API says `can_call`.
 */
export function CallButton(props: {
  orderId: string
  /** The contact of that end instead of the other party. */
  stop?: 'pickup' | 'dropoff'
  /** As it was shown last, for when there is no connection. */
  phone: string | null
  children: string
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  className?: string
}) {
  const { orderId, phone, stop } = props
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    // Without a connection it is tried at once, for the call needs none.
    networkMode: 'always',
    mutationFn: async () => {
      const path = { order_id: orderId }
      const asked = {
        headers: { 'Idempotency-Key': newIdempotencyKey() },
        throwOnError: true,
      } as const
      const { data } = stop
        ? await beginStopCall({ ...asked, path: { ...path, stop } })
        : await beginCall({ ...asked, path })
      return data
    },
    onSuccess: ({ phone_number }) => {
      if (phone_number) openDialer(phone_number)
      messagesMoved(queries, orderId)
    },
    onError: (error) => {
      // A network that fails must not keep anybody from calling.
      if (!isProblem(error) && phone) openDialer(phone)
      else toast.error(sentenceOf(error), { id: 'call' })
    },
  })
  return (
    <Button
      variant={props.variant ?? 'default'}
      className={props.className}
      size={props.size}
      loading={isPending}
      leftSection={<IconPhone size={ICON_SIZE} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      {props.children}
    </Button>
  )
}
