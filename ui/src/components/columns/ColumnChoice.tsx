import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../Dialog'
import { Tick } from '../fields/Tick'
import classes from './ColumnChoice.module.css'
import type { ChosenColumns, Columns } from './columns'

/** Beside a list's heading: which columns it shows. What is ticked is seen at once behind the dialog. */
export function ColumnChoice<T, Word extends string>(props: {
  columns: Columns<T, Word>
  chosen: ChosenColumns<Word>
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconColumns3 size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Columns
      </Button>
      {isOpen && <Choosing {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choosing<T, Word extends string>(props: {
  columns: Columns<T, Word>
  chosen: ChosenColumns<Word>
  onClose: () => void
}) {
  const { columns, chosen } = props
  const { lead, every, usual } = columns
  const words = (Object.keys(every) as Word[]).filter((word) => word !== lead)
  const toggle = (word: Word) =>
    chosen.choose(
      chosen.shown.includes(word)
        ? chosen.shown.filter((each) => each !== word)
        : [...chosen.shown, word],
    )
  return (
    <Dialog title="Columns" onClose={props.onClose}>
      <div className={classes.body}>
        <p>
          Beside {every[lead].label.toLowerCase()}. They stay chosen in this browser, and a file
          begins with them.
        </p>
        <fieldset className={classes.columns}>
          <legend>Shown</legend>
          {words.map((word) => (
            <Tick
              key={word}
              label={every[word].label}
              checked={chosen.shown.includes(word)}
              onChange={() => toggle(word)}
            />
          ))}
        </fieldset>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => chosen.choose([...usual])}>
            Usual columns
          </Button>
          <Button onClick={props.onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  )
}
