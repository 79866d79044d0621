import { useEffect, useRef, useState } from 'react'

/** How long the list outlives the focus, in milliseconds (MAP-14): a tap on it comes in between. */
const BLUR_MS = 150

/** Whether the list is open, how much of it is shown, and which line the arrow keys have reached. */
export function useDropdown() {
  const [open, setOpen] = useState(false)
  const [expanded, setExpanded] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const close = () => {
    setOpen(false)
    setExpanded(false)
    setActive(null)
  }
  return {
    open,
    expanded,
    active,
    setActive,
    expand: () => setExpanded(true),
    show: () => setOpen(true),
    close,
    stay: () => window.clearTimeout(timer.current),
    leave: (afterwards: () => void) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => {
        close()
        afterwards()
      }, BLUR_MS)
    },
  }
}

export type Dropdown = ReturnType<typeof useDropdown>
