import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Choice } from './addressChoices'
import { CHOOSE_A_SUGGESTION } from './confirmLocations'
import { type Location, lineOf, type Point, type Suggestion } from './location'
import { addressAtOptions, placeOptions } from './queries'
import { forgetAllSearches, type RecentSearch, rememberSearch } from './recentSearches'
import { useAddressChoices } from './useAddressChoices'
import { type LocatingLimits, useCurrentLocation } from './useCurrentLocation'
import { useDropdown } from './useDropdown'
import { useFieldText } from './useFieldText'
import { useLocationToasts } from './useLocationToasts'
import { useNearby } from './useNearby'
import { useSettling } from './useSettling'

interface Field {
  value: Location | null
  onChange: (value: Location | null) => void
  near: Point | null
  limits: LocatingLimits
}

/** Everything about an address field but its looks. */
export function useAddressField({ value, onChange, near, limits }: Field) {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState(false)
  const text = useFieldText(value, onChange)
  const dropdown = useDropdown()
  const settling = useSettling()
  const current = useCurrentLocation(limits)
  const nearby = useNearby(near, current.permission, limits)
  const toasts = useLocationToasts()
  const choices = useAddressChoices({
    text: text.text,
    near: nearby.point,
    open: dropdown.open,
    expanded: dropdown.expanded,
  })

  const type = (typed: string) => {
    settling.forget()
    setLeft(false)
    text.write(typed, null)
    dropdown.setActive(null)
    dropdown.show()
  }
  const chooseRecent = (search: RecentSearch) => {
    settling.forget()
    dropdown.close()
    text.write(lineOfSearch(search), search.location)
    rememberSearch(search)
  }
  const choosePlace = (suggestion: Suggestion) => {
    const { main_text, secondary_text, place_id } = suggestion
    text.write(lineOfSearch(suggestion), null)
    dropdown.close()
    void settling.settle(
      () => queries.fetchQuery(placeOptions(place_id)),
      (location) => chooseRecent({ main_text, secondary_text, location }),
    )
  }
  const chooseAt = (find: () => Promise<Point>) =>
    settling.settle(
      async () => queries.fetchQuery(addressAtOptions(await find())),
      (location) => text.write(lineOf(location), location),
    )
  const choose = (choice: Choice) => {
    if (choice.kind === 'more') dropdown.expand()
    else if (choice.kind === 'forget') forgetAllSearches()
    else if (choice.kind === 'recent') chooseRecent(choice.search)
    else choosePlace(choice.suggestion)
  }

  const unchosen = left && !value && !settling.settling && text.text.trim() !== ''
  return {
    input,
    text: text.text,
    dropdown,
    choices,
    busy: settling.settling,
    failure: settling.failure,
    permission: current.permission,
    near: value ?? nearby.point,
    precision: value?.precision ?? null,
    error: unchosen ? CHOOSE_A_SUGGESTION : null,
    type,
    choose,
    clear: () => {
      type('')
      input.current?.focus()
    },
    toggleAll: () => {
      input.current?.focus()
      if (dropdown.open && dropdown.expanded) return dropdown.close()
      dropdown.expand()
      dropdown.show()
    },
    focus: nearby.wanted,
    leave: () => dropdown.leave(() => setLeft(true)),
    takeCurrentLocation: () => {
      dropdown.close()
      return chooseAt(() => toasts.telling(current, nearby.remember))
    },
    chooseOnMap: (point: Point) => chooseAt(async () => point),
  }
}

function lineOfSearch({
  main_text,
  secondary_text,
}: Pick<Suggestion, 'main_text' | 'secondary_text'>) {
  return secondary_text ? `${main_text}, ${secondary_text}` : main_text
}

export type AddressField = ReturnType<typeof useAddressField>
