import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getOwnApplicationQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import { saveApplication } from '@/api/generated/sdk.gen'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { codeOf, isWorthRetrying, sentenceOf } from '@/api/problem'
import { bodyOf, type Values } from './values'

/** Ours: a pause in typing. */
const PAUSE_MS = 800
/** Ours: how soon what could not be sent is tried again. */
const AGAIN_MS = 5_000

export type Saving =
  | { is: 'saved' | 'unsaved' | 'saving' }
  | { is: 'failed'; sentence: string; again: boolean }
  /** Another device was first: what is stored is another form. */
  | { is: 'behind' }

/**
 * Saves what is typed after each pause, one request at a time, and again after a failure. `flush` saves
 * at once and says whether all of it is stored.
 */
export function useAutosave(application: ApplicationOut, values: Values) {
  const queries = useQueryClient()
  const [saving, setSaving] = useState<Saving>({ is: 'saved' })
  const newest = useRef(values)
  newest.current = values
  const stored = useRef(JSON.stringify(bodyOf(values)))
  const version = useRef(application.version)
  // From then on nothing is sent: it would replace what the other device has stored.
  const isOverruled = useRef(false)
  const underWay = useRef<Promise<boolean> | null>(null)

  const send = useCallback(async (): Promise<boolean> => {
    for (;;) {
      if (isOverruled.current) return false
      const form = bodyOf(newest.current)
      const written = JSON.stringify(form)
      if (written === stored.current) {
        setSaving({ is: 'saved' })
        return true
      }
      setSaving({ is: 'saving' })
      try {
        const body = { form, version: version.current }
        const { data } = await saveApplication({ body, throwOnError: true })
        stored.current = written
        version.current = data.version
        queries.setQueryData(getOwnApplicationQueryKey(), { application: data })
      } catch (error) {
        isOverruled.current = codeOf(error) === 'conflict'
        setSaving(
          isOverruled.current
            ? { is: 'behind' }
            : { is: 'failed', sentence: sentenceOf(error), again: isWorthRetrying(error) },
        )
        return false
      }
    }
  }, [queries])

  const flush = useCallback(async (): Promise<boolean> => {
    underWay.current ??= send().finally(() => {
      underWay.current = null
    })
    return underWay.current
  }, [send])

  const written = JSON.stringify(bodyOf(values))
  const isBehind = saving.is === 'behind'
  const triesAgain = saving.is === 'failed' && saving.again
  useEffect(() => {
    if (written === stored.current || isBehind) return
    setSaving((now) => (now.is === 'saved' ? { is: 'unsaved' } : now))
    const timer = setTimeout(() => void flush(), triesAgain ? AGAIN_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [written, flush, isBehind, triesAgain])

  // What was typed a moment ago is not lost by leaving the page.
  useEffect(() => {
    if (saving.is === 'saved') return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [saving.is])
  // Going to another step within the pause still saves.
  useEffect(() => () => void flush(), [flush])

  return { saving, flush }
}
