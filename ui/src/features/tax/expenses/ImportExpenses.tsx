import { Button, FileInput } from '@mantine/core'
import type { ExpenseImportOut, ExpenseLineOut } from '@/api/generated/types.gen'
import { Dialog } from '@/components/Dialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { formatCents } from '@/components/Money'
import { toast } from '@/components/toast'
import { CATEGORIES, calendarDay } from '../labels'
import { useImport, usePreviewImport } from '../queries'
import classes from './Expenses.module.css'
import { wordsOf } from './wordsOf'

/** A CSV file of expenses: looked at first, and added once every line of it is good. */
export function ImportExpenses({ driverId, onClose }: { driverId: string; onClose: () => void }) {
  const preview = usePreviewImport(driverId)
  const add = useImport(driverId)
  const found = preview.data
  const read = async (file: File | null) => {
    preview.reset()
    add.reset()
    if (file) preview.mutate(await file.text())
  }
  const confirm = () =>
    add.mutate(preview.variables ?? '', {
      onSuccess: ({ added }) => {
        toast.success(`${counted(added)} added.`, { id: 'expense' })
        onClose()
      },
    })
  const error = preview.error ?? add.error
  return (
    <Dialog title="Import expenses" size="lg" onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.quiet}>
          A CSV file with the columns date (YYYY-MM-DD), category, amount and description. The
          columns business (yes or no) and odometer_miles may be there too.
        </p>
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          accept=".csv,text/csv"
          clearable
          onChange={(file) => void read(file)}
        />
        {error && <FormErrorBox wait={0}>{wordsOf(error)}</FormErrorBox>}
        {found && <Preview found={found} />}
        <Button
          loading={preview.isPending || add.isPending}
          disabled={!found || found.refused > 0 || found.new === 0}
          onClick={confirm}
        >
          {found && found.new > 0 ? `Add ${counted(found.new)}` : 'Add expenses'}
        </Button>
      </div>
    </Dialog>
  )
}

function Preview({ found }: { found: ExpenseImportOut }) {
  return (
    <>
      <p role="status">
        {counted(found.new)} to add
        {found.duplicates > 0 && `, ${found.duplicates} there already`}
        {found.refused > 0 && `, ${found.refused} to mend in the file first`}.
      </p>
      <ul className={classes.lines} aria-label="Lines of the file">
        {found.lines.map((line) => (
          <li key={line.number} data-bad={line.problem ? true : undefined}>
            Line {line.number}: {line.problem || wordsOfLine(line)}
            {line.is_duplicate && ' (there already)'}
          </li>
        ))}
      </ul>
    </>
  )
}

function wordsOfLine(line: ExpenseLineOut): string {
  const { date, category, amount_cents: cents, description } = line
  if (date === null || category === null || cents === null) return ''
  return `${calendarDay(date)}, ${CATEGORIES[category]}, ${formatCents(cents)}, ${description}`
}

function counted(count: number): string {
  return count === 1 ? '1 expense' : `${count} expenses`
}
