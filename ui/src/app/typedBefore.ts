/** What somebody did on the still page before the application had loaded. */
export interface Before {
  typed: Typed[]
  /** The labels of boxes and choices that were checked. */
  checked: string[]
  /** What stands on the button that sends the form which was to be sent. */
  send: string | undefined
}

/** What stood in a field. */
interface Typed {
  label: string
  value: string
  focused: boolean
  caret: number | null
}

const TYPED_INTO = [
  'input:not([type])',
  ...['text', 'email', 'tel', 'password'].map((type) => `input[type="${type}"]`),
].join()

const CHECKABLE = 'input[type="checkbox"], input[type="radio"]'

/** What was typed, checked and sent on the still page in *root*. */
export function doneBefore(root: HTMLElement): Before {
  const boxes = [...root.querySelectorAll<HTMLInputElement>(CHECKABLE)]
  return {
    typed: typedInto(root),
    checked: boxes
      .filter(({ checked, defaultChecked }) => checked && !defaultChecked)
      .map(labelOf)
      .filter(Boolean),
    send: root.querySelector<HTMLFormElement>('form[data-send-later]')?.dataset.sendLater,
  }
}

/** Does it again, now that the application listens. */
export function doAgain(root: HTMLElement, { typed, checked, send }: Before): void {
  typeAgain(root, typed)
  for (const box of root.querySelectorAll<HTMLInputElement>(CHECKABLE)) {
    if (!box.checked && checked.includes(labelOf(box))) box.click()
  }
  if (send === undefined) return
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('form button[type="submit"]')]
  // After what was typed has become the form's own.
  setTimeout(() => buttons.find((button) => button.textContent?.trim() === send)?.click())
}

/** The fields of *root* that somebody has typed into, or is in. */
export function typedInto(root: HTMLElement): Typed[] {
  return fieldsOf(root)
    .map((field) => ({
      label: labelOf(field),
      value: field.value,
      focused: field === document.activeElement,
      caret: field.selectionStart,
    }))
    .filter(({ label, value, focused }) => label !== '' && (value !== '' || focused))
}

/**
 * Types it again into the fields of the same labels, now that the application listens; whoever was in
 * one of them goes on there.
 */
export function typeAgain(root: HTMLElement, typed: readonly Typed[]): void {
  for (const { label, value, focused, caret } of typed) {
    const field = fieldsOf(root).find((each) => labelOf(each) === label)
    if (!field) continue
    if (focused) field.focus({ preventScroll: true })
    if (field.value === value) continue
    // React listens to what the browser itself writes, not to the property that it has put in its place.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // Somebody has gone on from here: a list that opens while they type is not to stay open.
    if (!focused) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    // A field for a mail address has no caret to set.
    if (focused && caret !== null) field.setSelectionRange(caret, caret)
  }
}

function fieldsOf(root: HTMLElement): HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>(TYPED_INTO)]
}

function labelOf(field: HTMLInputElement): string {
  return field.labels?.[0]?.textContent?.trim() ?? ''
}
