import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ScreeningOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { LETTERS } from '@/shared/screening/letters'
import { useLetter } from './queries'
import classes from './Screening.module.css'

/** Everything that was written to the applicant about their check. */
export function Letters({ screening }: { screening: ScreeningOut }) {
  const letter = useLetter()
  if (screening.letters.length === 0 && !screening.has_certificate) return null
  const listed = screening.letters.map(({ id, kind, made_at }) => ({
    id,
    name: LETTERS[kind],
    at: dayAndTime(made_at, Date.now()),
  }))
  if (screening.has_certificate) {
    listed.push({ id: 'certificate', name: LETTERS.certificate, at: '' })
  }
  return (
    <Part title="Letters">
      {letter.isError && <FormErrorBox wait={0}>{sentenceOf(letter.error)}</FormErrorBox>}
      <ul className={classes.letters}>
        {listed.map(({ id, name, at }) => (
          <li key={id}>
            <span>
              {name}
              {at && <span className={classes.note}> {at}</span>}
            </span>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              aria-label={`Download ${name}`}
              loading={letter.isPending && letter.variables.id === id}
              onClick={() => letter.mutate({ id, name })}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  )
}
