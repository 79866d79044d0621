import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '../Dialog'
import { Tick } from '../fields/Tick'
import { saveAsFile } from '../saveAsFile'
import { toast } from '../toast'
import classes from './ExportCsv.module.css'

/** A list as a file: what it has, and how the server is asked for it. */
export type CsvExport<Column extends string = string> = {
  /** What is exported, as in "Export payments" and in the file's name. */
  what: string
  columns: Record<Column, string>
  /** Those that the list shows, with which the file begins; all of them where it shows no columns. */
  shown?: readonly Column[]
  /** Whether the list is narrowed: then so is the file. */
  isNarrowed: boolean
  /** How many rows the server hands out. */
  most: string
  load: (columns: Column[]) => Promise<string>
}

/** Beside a list's heading: saves the list as it is narrowed, with the columns that are wanted. */
export function ExportCsv<Column extends string>({ csv }: { csv: CsvExport<Column> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Export CSV
      </Button>
      {isOpen && <Choosing csv={csv} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choosing<Column extends string>(props: { csv: CsvExport<Column>; onClose: () => void }) {
  const { csv, onClose } = props
  const every = Object.keys(csv.columns) as Column[]
  const fileName = `haulage-${csv.what}.csv`
  const [columns, setColumns] = useState<string[]>([...(csv.shown ?? every)])
  const download = useMutation({
    mutationFn: async () => {
      const text = await csv.load(every.filter((column) => columns.includes(column)))
      saveAsFile(fileName, new Blob([text], { type: 'text/csv' }))
    },
    onSuccess: () => {
      toast.success(`${fileName} was saved.`, { id: 'export' })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (columns.length > 0) download.mutate()
  }
  return (
    <Dialog title={`Export ${csv.what}`} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>
          {csv.isNarrowed ? `What fits your filters` : 'The whole list'}, in its order, as CSV with
          up to {csv.most} rows. The export is recorded in the audit trail.
        </p>
        <fieldset className={classes.columns}>
          <legend>Columns</legend>
          {every.map((column) => (
            <Tick
              key={column}
              label={csv.columns[column]}
              checked={columns.includes(column)}
              onChange={() => setColumns(without(columns, column) ?? [...columns, column])}
            />
          ))}
        </fieldset>
        {columns.length < every.length && (
          <Button variant="default" className={classes.all} onClick={() => setColumns(every)}>
            All columns
          </Button>
        )}
        {columns.length === 0 && (
          <p className={classes.error} role="alert">
            Choose at least one column.
          </p>
        )}
        {download.error !== null && (
          <p className={classes.error} role="alert">
            {sentenceOf(download.error)}
          </p>
        )}
        <Button type="submit" loading={download.isPending}>
          Download CSV
        </Button>
      </form>
    </Dialog>
  )
}

/** The others; undefined where it is not among them. */
function without(columns: string[], column: string): string[] | undefined {
  return columns.includes(column) ? columns.filter((each) => each !== column) : undefined
}
