import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '@/api/queryClient'
import { SessionProvider } from '@/api/session'
import { Overlays } from './Overlays'
import { theme } from './theme'

export function Providers({ children, queries }: { children: ReactNode; queries?: QueryClient }) {
  const [client] = useState(() => queries ?? createQueryClient())
  return (
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <SessionProvider>{children}</SessionProvider>
        <Overlays />
      </MantineProvider>
    </QueryClientProvider>
  )
}
