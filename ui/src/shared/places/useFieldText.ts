import { useState } from 'react'
import { type Location, lineOf } from './location'

/**
 * The text of an address field. It belongs to whoever types; a location that comes from elsewhere
 * (a draft, another screen, a cleared form) replaces it.
 */
export function useFieldText(
  value: Location | null,
  onChange: (value: Location | null) => void,
): {
  text: string
  write: (text: string, chosen: Location | null) => void
  show: (text: string) => void
} {
  const [text, setText] = useState(value ? lineOf(value) : '')
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (!isSame(value, seen)) {
    setSeen(value)
    if (!isSame(value, sent)) {
      setSent(value)
      setText(value ? lineOf(value) : '')
    }
  }
  return {
    text,
    show: setText,
    write: (next, chosen) => {
      setText(next)
      setSent(chosen)
      if (!isSame(chosen, value)) onChange(chosen)
    },
  }
}

function isSame(one: Location | null, other: Location | null): boolean {
  if (!one || !other) return one === other
  return one.place_id === other.place_id && one.lat === other.lat && one.lng === other.lng
}
