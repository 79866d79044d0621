import type { KeyboardEvent } from 'react'
import type { Choice, ChoiceGroup } from './addressChoices'
import { forgetSearch } from './recentSearches'
import type { AddressField } from './useAddressField'

export function choicesOf(groups: ChoiceGroup[]): Choice[] {
  return groups.flatMap((group) => group.choices)
}

/** The keyboard of a combobox: the focus stays in the field while the arrows walk the list. */
export function onFieldKey(
  event: KeyboardEvent<HTMLInputElement>,
  field: AddressField,
  chosen: boolean,
): void {
  // A key that belongs to the composition of a character is not ours.
  if (event.nativeEvent.isComposing) return
  const { dropdown } = field
  const choices = choicesOf(field.choices.groups)
  const position = choices.findIndex(({ key }) => key === dropdown.active)
  const reach = (index: number) => dropdown.setActive(choices.at(index)?.key ?? null)
  const handled = () => event.preventDefault()
  const walk = (index: number) => {
    handled()
    if (dropdown.open) reach(index)
    else dropdown.show()
  }
  const reached = dropdown.open ? choices[position] : undefined
  switch (event.key) {
    case 'ArrowDown':
      walk(position + 1 < choices.length ? position + 1 : 0)
      break
    case 'ArrowUp':
      walk(position > 0 ? position - 1 : -1)
      break
    case 'Home':
    case 'End':
      // Until a line is reached, these keys move the caret in the text.
      if (reached) walk(event.key === 'Home' ? 0 : -1)
      break
    case 'Escape':
      if (!dropdown.open) break
      handled()
      // The window around the field stays open: only the list is left.
      event.stopPropagation()
      dropdown.close()
      break
    case 'Enter':
      enter(event, field, { chosen, first: choices[0], reached })
      break
    case 'Delete':
      if (reached?.kind !== 'recent') break
      walk(position + 1)
      forgetSearch(reached.search)
      break
  }
}

/** Enter takes the line that is reached; text that stands for no place yet sends no form away. */
function enter(
  event: KeyboardEvent,
  field: AddressField,
  { chosen, first, reached }: { chosen: boolean; first?: Choice; reached?: Choice },
): void {
  if (reached) {
    event.preventDefault()
    field.choose(reached)
  } else if (field.text.trim() !== '' && !chosen) {
    event.preventDefault()
    field.dropdown.show()
    if (field.choices.state.kind === 'failed') field.choices.tryAgain()
    else field.dropdown.setActive(first?.key ?? null)
  }
}
