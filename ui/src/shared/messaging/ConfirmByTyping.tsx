import { Button } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { Composer } from './Composer'
import classes from './MessagingPanel.module.css'
import { storedThread } from './storage'

/** In a moving vehicle the field stays away until somebody asks for it; words begun stay in sight. */
export function ConfirmByTyping(props: {
  mayType: boolean
  composer: ComponentProps<typeof Composer>
}) {
  const { composer, mayType } = props
  const [isAskedFor, setAskedFor] = useState(
    () => storedThread(composer.userId, composer.orderId).draft !== '',
  )
  // A field in which somebody stands does not go away under their fingers.
  if (mayType || isAskedFor) {
    return (
      <Composer
        {...composer}
        autoFocus={isAskedFor && !mayType}
        onFocus={() => setAskedFor(true)}
      />
    )
  }
  return (
    <div className={classes.confirm}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKeyboard size={22} aria-hidden="true" />}
        onClick={() => setAskedFor(true)}
      >
        Type a Message
      </Button>
      <p>You are moving: the field opens only when you ask for it.</p>
    </div>
  )
}
