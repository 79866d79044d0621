import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/notifications/styles.layer.css'
import { ModalsProvider, modals } from '@mantine/modals'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { overlaysStand } from '@/components/overlays'

/** Where toasts and dialogs appear. It wraps nothing: both are opened by calls. */
export function OverlayHost() {
  // An effect of a parent runs after those of its children, which listen to the calls.
  useEffect(() => overlaysStand({ modals, notifications }), [])
  return (
    <>
      <Notifications position="bottom-right" zIndex={400} limit={4} />
      <ModalsProvider
        modalProps={{
          centered: true,
          radius: 'lg',
          closeButtonProps: { 'aria-label': 'Close', size: 44 },
          // A dialog's head is not a second head of the page.
          attributes: { header: { role: 'none' } },
        }}
      >
        {null}
      </ModalsProvider>
    </>
  )
}
