import { NativeSelect } from '@mantine/core'
import type { PayoutMethodOut } from '@/api/generated/types.gen'
import { methodName } from '@/shared/payouts/methodName'

/** Of the verified methods the one that is paid (OUT-19). */
export function MethodChoice(props: {
  methods: PayoutMethodOut[]
  value: string | undefined
  onChange: (id: string) => void
}) {
  return (
    <NativeSelect
      label="Payout Method"
      data={props.methods.map((method) => ({ value: method.id, label: methodName(method) }))}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  )
}
