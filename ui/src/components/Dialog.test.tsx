import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '@/testing/render'
import { DecisionDialog } from './DecisionDialog'

function Opener() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Reject
      </button>
      {isOpen && (
        <DecisionDialog
          title="Reject?"
          label="Why?"
          confirm="Reject It"
          isPending={false}
          error={null}
          onSend={() => {}}
          onClose={() => setOpen(false)}
        >
          They read why.
        </DecisionDialog>
      )}
    </>
  )
}

test('a dialog begins in what is asked for, and gives the focus back to what opened it', async () => {
  const user = userEvent.setup()
  show(<Opener />)
  for (const close of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByText('Back')),
  ]) {
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    await expect.poll(() => screen.queryByRole('textbox', { name: 'Why?' })).toHaveFocus()
    await close()
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Reject' })).toHaveFocus()
  }
})
