import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { AddressChoice } from './AddressChoice'
import classes from './AddressDropdown.module.css'
import { AddressListState } from './AddressListState'
import { choicesOf } from './onFieldKey'
import type { AddressField } from './useAddressField'

/** In pixels: what the page's header hides at the top, and a little room. */
const HEADER = 80

/** As the field has it, which is scrolled to the top there. */
const isPhone = () => window.matchMedia('(max-width: 48em)').matches

/** The list below an address field. Keys, focus and what is reached are the field's business. */
export default function AddressDropdown(props: {
  id: string
  label: string
  field: AddressField
  onPickOnMap?: (() => void) | undefined
}) {
  const { id, label, field } = props
  const { dropdown, choices } = field
  const store = useCombobox({ opened: dropdown.open })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const all = choicesOf(choices.groups)
  const choose = (key: string) => {
    const chosen = all.find((choice) => choice.key === key)
    if (chosen) field.choose(chosen)
  }
  return (
    <Combobox
      store={store}
      onOptionSubmit={choose}
      keepMounted={false}
      // Over everything, and still in the landmark or the window that the field belongs to.
      portalProps={{ target: anchor?.closest<HTMLElement>('[role="dialog"], main') ?? undefined }}
      offset={6}
      // On a phone the field goes to the top, so below is room; elsewhere it keeps clear of the header.
      middlewares={{ flip: isPhone() ? false : { padding: HEADER }, shift: true }}
      shadow="none"
      zIndex={400}
    >
      <Combobox.DropdownTarget>
        <div ref={setAnchor} className={classes.anchor} aria-hidden="true" />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown
        className={classes.dropdown}
        onMouseDown={(event) => event.preventDefault()}
      >
        {choices.groups.length > 0 && (
          <Combobox.Options
            id={`${id}-list`}
            className={classes.options}
            aria-label={`${label} suggestions`}
            aria-busy={choices.waiting || undefined}
          >
            {choices.groups.map((group) => (
              <Combobox.Group
                key={group.heading}
                label={
                  group.heading === 'Address Suggestions'
                    ? `${group.heading} (${group.count})`
                    : group.heading
                }
                classNames={{ groupLabel: classes.heading }}
              >
                {group.choices.map((choice) => (
                  <AddressChoice
                    key={choice.key}
                    id={`${id}-${all.indexOf(choice)}`}
                    choice={choice}
                    reached={choice.key === dropdown.active}
                    typed={field.text}
                  />
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        )}
        <AddressListState
          state={choices.state}
          onTryAgain={choices.tryAgain}
          onPickOnMap={props.onPickOnMap}
        />
      </Combobox.Dropdown>
    </Combobox>
  )
}
