import { Button } from '@mantine/core'
import { IconCamera, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import classes from './PhotoCapture.module.css'
import { type Photo, shrunk, UnreadablePhoto } from './photo'

/** A picture from the device's camera, or from its files where it has none. Works without a connection. */
export function PhotoCapture(props: {
  label: string
  value: Photo | null
  onChange: (photo: Photo | null) => void
  error?: string
  disabled?: boolean
}) {
  const label = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isReading, problem, read } = useReading(props.onChange)
  useForgotten(props.value)
  const error = problem ?? props.error
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid.
    <div className={classes.field} role="group" aria-labelledby={label}>
      <span id={label} className={classes.label}>
        {props.label}
      </span>
      <div className={classes.frame}>
        {props.value ? (
          <img src={props.value.url} alt="Your delivery, as taken" />
        ) : (
          <IconCamera size={40} stroke={1.4} aria-hidden="true" />
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={props.label}
        className={classes.input}
        tabIndex={-1}
        disabled={props.disabled}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <div className={classes.tools}>
        <Button
          variant="default"
          loading={isReading}
          disabled={props.disabled}
          leftSection={<IconCamera size={18} />}
          onClick={() => input.current?.click()}
        >
          {props.value ? 'Take Another' : 'Take Photo'}
        </Button>
        {props.value && (
          <Button
            variant="default"
            disabled={props.disabled}
            leftSection={<IconTrash size={18} />}
            onClick={() => props.onChange(null)}
          >
            Remove
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function useReading(onChange: (photo: Photo) => void) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    setReading(true)
    setProblem(undefined)
    try {
      onChange(await shrunk(file))
    } catch (error) {
      setProblem(
        error instanceof UnreadablePhoto ? error.message : 'The picture could not be read.',
      )
    } finally {
      setReading(false)
    }
  }
  return { isReading, problem, read }
}

/** Lets the browser free a picture that is shown no more. */
function useForgotten(photo: Photo | null) {
  const url = photo?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
}
