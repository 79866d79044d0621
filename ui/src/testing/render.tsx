import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Providers } from '@/app/Providers'
import { createAppRouter } from '@/app/router'

/** The whole application at *path*, as a person would open it. */
export function visit(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  const user = userEvent.setup()
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { router, user }
}

/** One component without the router: for what has no links in it. */
export function show(children: ReactNode) {
  const user = userEvent.setup()
  render(<Providers>{children}</Providers>)
  return { user }
}
