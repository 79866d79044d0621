import { Loader, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconCurrentLocation, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useSession } from '@/auth/session'
import type { SavedAddress } from '@/shared/addresses/savedLocation'
import classes from './AddressInput.module.css'
import { AddressMessage } from './AddressMessage'
import type { Location, Point, Purpose } from './location'
import { MapPin } from './MapPin'
import { choicesOf, onFieldKey } from './onFieldKey'
import { useAddressField } from './useAddressField'
import { LOCATING, type LocatingLimits } from './useCurrentLocation'

const loadDropdown = () => import('./AddressDropdown')
const AddressDropdown = lazy(loadDropdown)
const SavedChips = lazy(async () => ({
  default: (await import('@/shared/addresses/SavedChips')).SavedChips,
}))

/** The longest text that is searched for. */
const LONGEST_SEARCH = 200

export interface AddressInputProps {
  label: string
  purpose: Purpose
  value: Location | null
  onChange: (value: Location | null) => void
  /** Takes the place of the field's own message. */
  error?: string | null
  placeholder?: string
  withMapPin?: boolean
  /** Where suggestions should lie; without it, near the device if it may be asked. */
  near?: Point | null
  autoFocus?: boolean
  /** Offers the addresses that somebody signed in has saved, while the field is empty. */
  onSaved?: (saved: SavedAddress) => void
  /** What stands in the field, chosen or not: text alone is no location. */
  onTextChange?: (text: string) => void
  /** How long the search for the device's position may take. */
  locating?: LocatingLimits
}

/**
 * An address by typing, from memory, from the device's position or from the map. The field itself
 * is light enough for the first screen; its list is loaded when somebody reaches for it.
 */
export function AddressInput(props: AddressInputProps) {
  const { label, purpose, placeholder, error = null } = props
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const field = useAddressField({
    value: props.value,
    onChange: props.onChange,
    near: props.near ?? null,
    limits: props.locating ?? LOCATING,
  })
  const { dropdown, choices } = field
  const reached = useReached(dropdown.open)
  const [mapOpened, setMapOpened] = useState(false)
  useRoomForList(whole, dropdown.open)
  useStartShown(field.input, props.value)
  const { onTextChange } = props
  useEffect(() => onTextChange?.(field.text), [onTextChange, field.text])
  // The chips go: the focus stays here, and opens no phone's keyboard over what was just filled in.
  const isSignedIn = useSession().status === 'signed-in'
  const chooseSaved = (saved: SavedAddress) => {
    whole.current?.focus({ preventScroll: true })
    props.onSaved?.(saved)
  }
  const pickOnMap = () => {
    dropdown.close()
    setMapOpened(true)
  }
  const listed = dropdown.open && choices.groups.length > 0
  const position = choicesOf(choices.groups).findIndex(({ key }) => key === dropdown.active)
  const shownError = error ?? field.error
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend, and the label is the input's.
    <div ref={whole} className={classes.field} role="group" aria-label={label} tabIndex={-1}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div
        className={classes.box}
        data-invalid={shownError !== null || undefined}
        onPointerEnter={() => void loadDropdown()}
      >
        <span className={classes.mark} data-purpose={purpose} aria-hidden="true">
          {field.busy ? <Loader size={18} /> : <span />}
        </span>
        <input
          ref={field.input}
          id={id}
          className={classes.input}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={listed}
          aria-controls={listed ? `${id}-list` : undefined}
          aria-activedescendant={position >= 0 ? `${id}-${position}` : undefined}
          aria-invalid={shownError !== null || undefined}
          aria-describedby={`${id}-message`}
          aria-busy={field.busy || undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          placeholder={placeholder}
          // biome-ignore lint/a11y/noAutofocus: the screen that asks for it has nothing before this field.
          autoFocus={props.autoFocus}
          value={field.text}
          onChange={(event) => field.type(event.currentTarget.value)}
          onKeyDown={(event) => onFieldKey(event, field, props.value !== null)}
          onFocus={() => {
            dropdown.stay()
            field.focus()
            void loadDropdown()
            if (!props.value && reached.mounted()) dropdown.show()
          }}
          onClick={() => !props.value && dropdown.show()}
          onBlur={field.leave}
        />
        {field.text !== '' && (
          <FieldButton label="Clear" onClick={field.clear}>
            <IconX size={18} aria-hidden="true" />
          </FieldButton>
        )}
        <FieldButton label="Show all suggestions" onClick={field.toggleAll}>
          <IconChevronDown size={18} aria-hidden="true" data-turned={dropdown.open || undefined} />
        </FieldButton>
        {reached.once && (
          <Suspense fallback={null}>
            <AddressDropdown
              id={id}
              label={label}
              field={field}
              onPickOnMap={props.withMapPin ? pickOnMap : undefined}
            />
          </Suspense>
        )}
      </div>
      <div className={classes.actions}>
        <button
          type="button"
          className={classes.action}
          title="Use current location"
          onClick={() => void field.takeCurrentLocation()}
        >
          <IconCurrentLocation size={18} aria-hidden="true" />
          <span>Use current location</span>
        </button>
        {props.withMapPin && (
          <MapPin
            purpose={purpose}
            near={field.near}
            opened={mapOpened}
            onOpenedChange={setMapOpened}
            onPick={field.chooseOnMap}
          />
        )}
      </div>
      {isSignedIn && props.onSaved && props.value === null && field.text === '' && (
        <div className={classes.saved}>
          <Suspense fallback={null}>
            <SavedChips field={label} onChoose={chooseSaved} />
          </Suspense>
        </div>
      )}
      {/* Where large letters leave the field room for a few, all of it can be read here. */}
      {props.value && (
        <p className={classes.whole} aria-hidden="true">
          {field.text}
        </p>
      )}
      <AddressMessage id={`${id}-message`} error={shownError} field={field} />
      <VisuallyHidden role="status">{dropdown.open ? choices.announcement : ''}</VisuallyHidden>
    </div>
  )
}

/** Whether the list has ever been asked for, and whether the page has settled around the field. */
function useReached(open: boolean) {
  const [once, setOnce] = useState(false)
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
  }, [])
  if (open && !once) setOnce(true)
  return { once, mounted: () => mounted.current }
}

/** A chosen address is longer than a phone's field, which stood at the end of what was typed. */
function useStartShown(input: RefObject<HTMLInputElement | null>, chosen: Location | null) {
  useLayoutEffect(() => {
    if (chosen && input.current) input.current.scrollLeft = 0
  }, [input, chosen])
}

/** A phone's keyboard leaves half a screen: the field that is typed in goes to the top of it. */
function useRoomForList(field: RefObject<HTMLElement | null>, open: boolean) {
  useEffect(() => {
    if (!open || !window.matchMedia('(max-width: 48em)').matches) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    field.current?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' })
  }, [field, open])
}

/** A button inside the field's frame. It leaves the focus, and so the phone's keyboard, alone. */
export function FieldButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={classes.inside}
      aria-label={props.label}
      title={props.label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
