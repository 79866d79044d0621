import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './Dialog.module.css'

/** A dialog that is open for as long as it is rendered. Its head is no second banner of the page. */
export function Dialog(props: {
  title: string
  size?: 'md' | 'lg'
  onClose: () => void
  children: ReactNode
}) {
  useFocusGivenBack()
  return (
    <Modal.Root opened onClose={props.onClose} size={props.size ?? 'md'}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title>{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size={44} />
        </div>
        <Modal.Body>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mantine gives the focus back when a dialog is closed; these are taken away without that. */
function useFocusGivenBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const { activeElement, body } = document
      const isLost = activeElement === null || activeElement === body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
