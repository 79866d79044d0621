import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import '@mantine/core/styles/Group.layer.css'
import { PinInput } from '@mantine/core'
import { type Ref, useId } from 'react'
import classes from './CodeField.module.css'

export const CODE_LENGTH = 6

/** Six digits from a mail or an authenticator application; a phone's keyboard offers to fill them. */
export function CodeField(props: {
  label: string
  value: string
  onChange: (code: string) => void
  /** Called with the whole code as soon as its last digit is there. */
  onComplete?: (code: string) => void
  invalid?: boolean
  disabled?: boolean
  autoFocus?: boolean
  digitsRef?: Ref<HTMLDivElement>
}) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid.
    <div className={classes.field} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {props.label}
      </span>
      <PinInput
        rootRef={props.digitsRef}
        type="number"
        inputMode="numeric"
        length={CODE_LENGTH}
        oneTimeCode
        placeholder=""
        gap="xs"
        value={props.value}
        onChange={props.onChange}
        onComplete={props.onComplete}
        error={props.invalid}
        disabled={props.disabled}
        autoFocus={props.autoFocus}
        getInputProps={(index) => ({
          'aria-label': `Digit ${index + 1} of ${CODE_LENGTH}`,
          'aria-invalid': props.invalid,
        })}
        classNames={{ root: classes.digits, pinInput: classes.digit, input: classes.input }}
      />
    </div>
  )
}
