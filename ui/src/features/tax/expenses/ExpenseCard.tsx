import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ExpenseOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Badge } from '@/components/Badge'
import { confirm } from '@/components/confirm'
import { formatCents, Money } from '@/components/Money'
import { toast } from '@/components/toast'
import { CATEGORIES, calendarDay } from '../labels'
import { RECEIPTS, useReceipt, useRemoveExpense } from '../queries'
import classes from '../TaxCenter.module.css'
import { ReceiptDialog } from './ReceiptDialog'
import { wordsOf } from './wordsOf'

/** One expense: what it was, whether it comes off the income, and its receipt. */
export function ExpenseCard(props: { driverId: string; expense: ExpenseOut; onEdit: () => void }) {
  const { driverId, expense } = props
  const [isShown, setShown] = useState(false)
  return (
    <>
      <div className={classes.line}>
        <span>{expense.description}</span>
        <span className={classes.amount}>
          <Money cents={expense.amount_cents} />
        </span>
      </div>
      <div className={classes.badges}>
        <Deductible expense={expense} />
        <span className={classes.quiet}>
          {CATEGORIES[expense.category]} · {calendarDay(expense.date)}
          {expense.odometer_miles !== null &&
            ` · at ${expense.odometer_miles.toLocaleString('en-US')} miles`}
        </span>
      </div>
      <div className={classes.actions}>
        {expense.has_receipt ? (
          <Button
            variant="default"
            aria-label={`View receipt of ${expense.description}`}
            onClick={() => setShown(true)}
          >
            View Receipt
          </Button>
        ) : (
          <AddReceipt driverId={driverId} expense={expense} />
        )}
        <Button
          variant="subtle"
          color="gray"
          aria-label={`Edit ${expense.description}`}
          onClick={props.onEdit}
        >
          Edit
        </Button>
        <Remove driverId={driverId} expense={expense} />
      </div>
      {isShown && (
        <ReceiptDialog driverId={driverId} expense={expense} onClose={() => setShown(false)} />
      )}
    </>
  )
}

function Deductible({ expense }: { expense: ExpenseOut }) {
  if (expense.is_deductible) {
    return <Badge tone="good">Deductible</Badge>
  }
  return <Badge>{expense.is_business ? 'Within the mileage rate' : 'Not for business'}</Badge>
}

function AddReceipt({ driverId, expense }: { driverId: string; expense: ExpenseOut }) {
  const input = useRef<HTMLInputElement>(null)
  const send = useReceipt(driverId)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={RECEIPTS}
        className={classes.hidden}
        tabIndex={-1}
        aria-label={`Receipt of ${expense.description}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (!file) return
          send.mutate(
            { id: expense.id, file },
            {
              onSuccess: () => toast.success('Receipt saved.', { id: 'receipt' }),
              onError: (error) => toast.error(wordsOf(error), { id: 'receipt' }),
            },
          )
        }}
      />
      <Button
        variant="default"
        loading={send.isPending}
        leftSection={<IconCamera size={18} aria-hidden="true" />}
        aria-label={`Add receipt of ${expense.description}`}
        onClick={() => input.current?.click()}
      >
        Add Receipt
      </Button>
    </>
  )
}

function Remove({ driverId, expense }: { driverId: string; expense: ExpenseOut }) {
  const remove = useRemoveExpense(driverId)
  const ask = useMutation({
    mutationFn: async () => {
      const yes = await confirm({
        title: 'Remove this expense?',
        children: `${expense.description}, ${formatCents(expense.amount_cents)}. That it was there, and when you removed it, stays in your records.`,
        confirm: 'Remove Expense',
        cancel: 'Keep Expense',
        isDangerous: true,
      })
      if (yes) await remove.mutateAsync(expense.id)
    },
    onError: (error) => toast.error(sentenceOf(error), { id: 'expense' }),
  })
  return (
    <Button
      variant="subtle"
      color="red.9"
      c="var(--hl-bad)"
      loading={remove.isPending}
      aria-label={`Remove ${expense.description}`}
      onClick={() => ask.mutate()}
    >
      Remove
    </Button>
  )
}
