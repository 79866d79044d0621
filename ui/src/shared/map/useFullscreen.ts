import { type RefObject, useEffect, useState } from 'react'

export interface Fullscreen {
  on: boolean
  /** The page itself makes room, because the browser offers no full screen (iPhones). */
  covering: boolean
  toggle: () => void
}

export function useFullscreen(box: RefObject<HTMLElement | null>): Fullscreen {
  const [native, setNative] = useState(false)
  const [covering, setCovering] = useState(false)

  useEffect(() => {
    const follow = () => {
      const { fullscreenElement } = document
      setNative(fullscreenElement !== null && fullscreenElement === box.current)
    }
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [box])

  useEffect(() => {
    if (!covering) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setCovering(false)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [covering])

  const toggle = () => {
    if (native) void document.exitFullscreen()
    else if (covering) setCovering(false)
    else if (document.fullscreenEnabled && box.current) {
      box.current.requestFullscreen().catch(() => setCovering(true))
    } else setCovering(true)
  }
  return { on: native || covering, covering, toggle }
}
