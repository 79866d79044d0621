import { IconAlertCircle } from '@tabler/icons-react'
import classes from './AddressInput.module.css'
import type { Location } from './location'
import type { AddressField } from './useAddressField'
import { LOCATING_SENTENCE, STILL_DENIED } from './useCurrentLocation'

/** What is said of a chosen place that is no known house number. */
const PRECISION_SENTENCE: Partial<Record<Location['precision'], string>> = {
  approximate: 'The pin may be a few doors off. Your driver gets the address as it stands here.',
  street: 'Which number? Only the street is known.',
  area: 'Which address in it? Only the area is known.',
}

/** The line below the field. Its place is kept, so that a message moves nothing. */
export function AddressMessage(props: { id: string; error: string | null; field: AddressField }) {
  const { failure, permission, precision } = props.field
  const hint = precision && PRECISION_SENTENCE[precision]
  const disabled = failure?.sentence === LOCATING_SENTENCE.denied && permission === 'denied'
  return (
    <div id={props.id} className={classes.message} aria-live="polite">
      {disabled ? (
        <div className={classes.notice}>
          <strong>Location Access Disabled</strong>
          <p>{STILL_DENIED}</p>
        </div>
      ) : failure ? (
        <p className={classes.error}>
          <IconAlertCircle size={16} aria-hidden="true" />
          <span>{failure.sentence}</span>
          {failure.again && (
            <button type="button" className={classes.again} onClick={failure.again}>
              Try Again
            </button>
          )}
        </p>
      ) : props.error ? (
        <p className={classes.error}>
          <IconAlertCircle size={16} aria-hidden="true" />
          <span>{props.error}</span>
        </p>
      ) : (
        hint && <p className={precision === 'approximate' ? classes.known : classes.hint}>{hint}</p>
      )}
    </div>
  )
}
