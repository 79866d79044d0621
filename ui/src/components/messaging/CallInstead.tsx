import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { beginCall } from '@/api/generated/sdk.gen'
import type { CorrespondentOut } from '@/api/generated/types.gen'
import { newKey } from '@/api/keys'
import { isProblem, sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import { openDialer } from './dialer'
import { messagesMoved } from './queries'

/** Writes the call down and opens the device's dialer (MSG-17). */
export function CallInstead(props: {
  orderId: string
  contact: CorrespondentOut
  size: 'page' | 'mount'
  className?: string
}) {
  const { orderId, contact } = props
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    // Without a connection it is tried at once, for the call needs none.
    networkMode: 'always',
    mutationFn: async () => {
      const path = { order_id: orderId }
      const headers = { 'Idempotency-Key': newKey() }
      return (await beginCall({ path, headers, throwOnError: true })).data
    },
    onSuccess: ({ phone_number }) => {
      if (phone_number) openDialer(phone_number)
      messagesMoved(queries, orderId)
    },
    onError: (error) => {
      // A network that fails must not keep anybody from calling.
      if (!isProblem(error) && contact.phone) openDialer(contact.phone)
      else toast.error(sentenceOf(error), { id: 'call-instead' })
    },
  })
  return (
    <Button
      variant="default"
      className={props.className}
      size={props.size === 'mount' ? 'md' : 'compact-md'}
      loading={isPending}
      leftSection={<IconPhone size={18} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      Call instead
    </Button>
  )
}
