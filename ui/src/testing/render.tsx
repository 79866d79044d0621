import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Providers } from '@/app/Providers'
import { createQueryClient } from '@/app/queryClient'
import { createAppRouter } from '@/app/router'
import { watchQueries } from './inFlight'
import { waitForScreen } from './screenModules'

/** The whole application at *path*, as a person would open it. */
export function visit(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  const user = userEvent.setup()
  draw(<RouterProvider router={router} />)
  waitForScreen()
  return { router, user }
}

/** One component without the router: for what has no links in it. */
export function show(children: ReactNode) {
  const user = userEvent.setup()
  draw(children)
  return { user }
}

function draw(children: ReactNode) {
  const queries = createQueryClient()
  watchQueries(queries)
  render(<Providers queries={queries}>{children}</Providers>)
}
