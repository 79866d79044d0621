import type { ReactNode } from 'react'
import { overlays } from './overlays'

/** Asks before something that cannot be taken back. Closing the dialog means no. */
export async function confirm(question: {
  title: string
  children: ReactNode
  confirm: string
  cancel: string
  /** Red instead of green, for what destroys something. */
  isDangerous?: boolean
}): Promise<boolean> {
  const { modals } = await overlays()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: question.title,
      children: question.children,
      labels: { confirm: question.confirm, cancel: question.cancel },
      confirmProps: question.isDangerous ? { color: 'red.9' } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
