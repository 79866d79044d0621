import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { overlays } from './overlays'

export type ToastOptions = {
  /** A second toast with the same id replaces the first. */
  id?: string
  title?: string
  /** Milliseconds on screen, or false to stay until closed. */
  duration?: number | false
}

/** 3, 4 or 5 seconds; an error has the longest. A toast under the pointer stays. */
const DURATION = { success: 3_000, info: 5_000, error: 5_000 }

const LOOK = {
  success: { color: 'fern', icon: <IconCheck size={18} aria-hidden="true" /> },
  info: { color: 'gray', icon: <IconInfoCircle size={18} aria-hidden="true" /> },
  error: { color: 'red', icon: <IconAlertTriangle size={18} aria-hidden="true" /> },
}

type Kind = keyof typeof LOOK

async function show(kind: Kind, message: string, options: ToastOptions = {}): Promise<void> {
  const { notifications } = await overlays()
  const { id, title, duration = DURATION[kind] } = options
  if (id) notifications.hide(id)
  notifications.show({
    id,
    title,
    message,
    autoClose: duration,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...LOOK[kind],
  })
}

/** A short word on what has just happened; what must not be missed belongs on the screen itself. */
export const toast = {
  success: (message: string, options?: ToastOptions) => void show('success', message, options),
  info: (message: string, options?: ToastOptions) => void show('info', message, options),
  error: (message: string, options?: ToastOptions) => void show('error', message, options),
}
