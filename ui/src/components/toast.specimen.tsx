import { Button } from '@mantine/core'
import type { Specimen } from '@/design/specimen'
import { confirm } from './confirm'
import { toast } from './toast'

export default {
  name: 'Toasts and dialogs',
  states: {
    success: (
      <Button onClick={() => toast.success('Location detected successfully!')}>Success</Button>
    ),
    info: <Button onClick={() => toast.info('Your session has ended.')}>Info</Button>,
    error: (
      <Button
        onClick={() => toast.error('Please try again.', { title: 'Route Calculation Error' })}
      >
        Error
      </Button>
    ),
    dialog: (
      <Button
        onClick={() =>
          void confirm({
            title: 'Cancel this order?',
            children: 'It is free until your driver sets out.',
            confirm: 'Cancel order',
            cancel: 'Keep it',
            isDangerous: true,
          })
        }
      >
        Dialog
      </Button>
    ),
  },
} satisfies Specimen
