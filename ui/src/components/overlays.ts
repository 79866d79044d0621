// Toasts and dialogs weigh more than the home page may, so they are fetched when the first is shown.
type Host = {
  modals: typeof import('@mantine/modals').modals
  notifications: typeof import('@mantine/notifications').notifications
}

let wanted = false
const listeners = new Set<() => void>()
let arrived: (host: Host) => void
const host = new Promise<Host>((resolve) => {
  arrived = resolve
})

export function overlaysWanted(): boolean {
  return wanted
}

export function subscribeToOverlays(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Called by the host once it stands on the page. */
export function overlaysStand(loaded: Host): void {
  arrived(loaded)
}

/** The host of toasts and dialogs, put on the page if it is not there yet. */
export function overlays(): Promise<Host> {
  wanted = true
  for (const changed of listeners) changed()
  return host
}
