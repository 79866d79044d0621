import { Button } from '@mantine/core'
import type { Specimen } from '@/design/specimen'
import { ScreenMessage } from './ScreenMessage'

export default {
  name: 'ScreenMessage',
  states: {
    'with an action': (
      <ScreenMessage
        eyebrow="Book a service"
        title="Please log in"
        actions={<Button>Sign In</Button>}
      >
        <p>You need to be logged in to book a service.</p>
      </ScreenMessage>
    ),
  },
} satisfies Specimen
