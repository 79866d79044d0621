import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { TrainingModuleOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { INSPECTION, WHEN_NOT_RIGHT } from './inspection'
import classes from './Training.module.css'
import { isCompleted, useComplete } from './useTraining'
import { useWatch } from './useWatch'

/** The list to go through at the vehicle; each part is ticked off once it is read. */
export default function Inspection(props: { module: TrainingModuleOut; onDone: () => void }) {
  const { module } = props
  const done = isCompleted(module)
  const watch = useWatch(module, !done)
  const [read, setRead] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useComplete(module.id, props.onDone)
  const isAllRead = INSPECTION.every(({ title }) => read.includes(title))
  return (
    <div className={classes.lesson}>
      {INSPECTION.map(({ title, points }) => (
        <section key={title} className={classes.part} aria-label={title}>
          <h3>{title}</h3>
          <ul className={classes.points}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          {!done && (
            <label className={classes.option}>
              <input
                type="checkbox"
                checked={read.includes(title)}
                onChange={({ currentTarget: { checked } }) =>
                  setRead(checked ? [...read, title] : read.filter((each) => each !== title))
                }
              />
              I have read and understood this
            </label>
          )}
        </section>
      ))}
      <p>{WHEN_NOT_RIGHT}</p>
      {error && <FormErrorBox wait={0}>{sentenceOf(error)}</FormErrorBox>}
      <div className={classes.controls}>
        {done ? (
          <p className={classes.done}>You have completed this module.</p>
        ) : (
          <Button
            size="lg"
            loading={isPending}
            disabled={!isAllRead || watch.state === 'starting'}
            onClick={() => mutate()}
          >
            Complete Module
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={20} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
    </div>
  )
}
