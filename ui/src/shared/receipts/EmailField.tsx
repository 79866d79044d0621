import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldOf, sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import classes from './EmailField.module.css'
import { EMAILED, NOT_EMAILED, useEmailReceipt } from './useReceiptActions'

/** Mails a receipt to whom one likes, such as an accountant; at first to oneself. */
export function EmailField({ receiptId, own }: { receiptId: string; own: string }) {
  const [address, setAddress] = useState(own)
  const email = useEmailReceipt()
  const isRefused = fieldOf(email.error) === 'email'
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        email.mutate(
          { receiptId, address: address.trim() },
          {
            onSuccess: () => toast.success(EMAILED, { id: 'receipt' }),
            onError: () => toast.error(NOT_EMAILED, { id: 'receipt' }),
          },
        )
      }}
    >
      <TextInput
        className={classes.address}
        type="email"
        label="Email this receipt to"
        autoComplete="email"
        maxLength={254}
        required
        withAsterisk={false}
        value={address}
        error={isRefused ? sentenceOf(email.error) : undefined}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value)
          email.reset()
        }}
      />
      <Button type="submit" variant="default" loading={email.isPending}>
        Email Receipt
      </Button>
    </form>
  )
}
