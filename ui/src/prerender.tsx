import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { Providers } from './app/Providers'
import { createAppRouter } from './app/router'

/** Home as it looks before any answer has come: what a visitor sees while the scripts load. */
export async function renderHome(): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }))
  // It would write an inline script into the page, which the content security policy refuses.
  router.update({ scrollRestoration: false })
  await router.load()
  return renderToString(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
}
