import { onlineManager } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { Location } from './location'
import { TooManyRequests } from './tooManyRequests'
import { CouldNotLocate } from './useCurrentLocation'

const OFFLINE = 'You are offline. Please try again when the connection is back.'

/** Why a choice led to no location, and how to put the same question again where that may help. */
export interface SettlingFailure {
  sentence: string
  again?: () => void
}

/**
 * From a choice to its location: one question at a time, of which only the latest counts.
 * *accept* gets the location; whatever else happens ends as a failure that can be shown.
 */
export function useSettling() {
  const latest = useRef(0)
  const [settling, setSettling] = useState(false)
  const [failure, setFailure] = useState<SettlingFailure | null>(null)

  const forget = () => {
    latest.current += 1
    setSettling(false)
    setFailure(null)
  }
  const settle = async (find: () => Promise<Location>, accept: (found: Location) => void) => {
    latest.current += 1
    const mine = latest.current
    setFailure(null)
    setSettling(true)
    const again = () => void settle(find, accept)
    try {
      if (!onlineManager.isOnline()) throw new WithoutConnection(OFFLINE)
      const found = await find()
      if (mine === latest.current) accept(found)
    } catch (error) {
      if (mine === latest.current) setFailure(failureOf(error, again))
    } finally {
      if (mine === latest.current) setSettling(false)
    }
  }
  return { settling, failure, settle, forget }
}

class WithoutConnection extends Error {}

function failureOf(error: unknown, again: () => void): SettlingFailure {
  if (error instanceof CouldNotLocate) {
    const hopeless = error.failure === 'denied' || error.failure === 'unsupported'
    return hopeless ? { sentence: error.message } : { sentence: error.message, again }
  }
  if (error instanceof WithoutConnection) return { sentence: error.message, again }
  if (error instanceof TooManyRequests) {
    return { sentence: `${error.message} Try again in ${error.seconds} s.`, again }
  }
  return { sentence: sentenceOf(error), again }
}
