import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SessionProvider } from '@/auth/session'
import { Overlays } from './Overlays'
import { createQueryClient } from './queryClient'
import { theme } from './theme'

/** Without layout Mantine would hide every list that floats, taking its field to be out of sight. */
const ENVIRONMENT = import.meta.env.MODE === 'test' ? 'test' : 'default'

export function Providers({ children, queries }: { children: ReactNode; queries?: QueryClient }) {
  const [client] = useState(() => queries ?? createQueryClient())
  return (
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} defaultColorScheme="auto" env={ENVIRONMENT}>
        <SessionProvider>{children}</SessionProvider>
        <Overlays />
      </MantineProvider>
    </QueryClientProvider>
  )
}
