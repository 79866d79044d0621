import { useLayoutEffect, useRef, useState } from 'react'

/** So near the end counts as being there, in pixels. */
const NEAR = 48

/**
 * Keeps a scrolled list at its end while new entries come, unless somebody reads further up: then
 * it says that there is more below. What is put in above moves nothing.
 */
export function useAtEnd(newest: string) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ newest: '', height: 0 })
  const [isAway, setAway] = useState(false)

  useLayoutEffect(() => {
    const { current } = log
    if (!current) return
    const { newest: known, height } = before.current
    if (isAtEnd.current) current.scrollTop = current.scrollHeight
    else if (known !== newest) setAway(true)
    else if (current.scrollTop < NEAR) current.scrollTop += current.scrollHeight - height
    before.current = { newest, height: current.scrollHeight }
  })

  return {
    log,
    isAway,
    onScroll() {
      const { current } = log
      if (!current) return
      isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR
      if (isAtEnd.current) setAway(false)
    },
    toEnd() {
      log.current?.scrollTo?.({ top: log.current.scrollHeight })
      log.current?.focus()
    },
  }
}
