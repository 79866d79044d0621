import { Button } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { Specimen } from '@/design/specimen'
import { EmptyState } from './EmptyState'

export default {
  name: 'EmptyState',
  states: {
    'sentence only': <EmptyState title="No payment history found" />,
    'with an action': (
      <EmptyState
        icon={<IconPackage size={28} />}
        title="No orders yet. Book your first service to get started!"
        action={<Button>Book a Service</Button>}
      />
    ),
  },
} satisfies Specimen
