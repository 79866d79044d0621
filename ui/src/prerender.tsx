import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { Providers } from './app/Providers'
import { createAppRouter } from './app/router'
import { drawStillFor } from './auth/session'
import { pageTitle } from './components/usePageTitle'

/**
 * A page as it looks before any answer has come: what is seen while the scripts load. Where somebody
 * has a session, who that is is not known yet.
 */
export async function renderStill(path: string, isRemembered: boolean): Promise<string> {
  drawStillFor({ status: isRemembered ? 'loading' : 'signed-out', user: null })
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  // It would write an inline script into the page, which the content security policy refuses.
  router.update({ scrollRestoration: false })
  await router.load()
  return renderToString(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
}

/** The title of every page of the product under its path, such as /track/$orderId. */
export function titles(): Record<string, string> {
  const { routesByPath } = createAppRouter(createMemoryHistory())
  const pages = Object.entries(routesByPath).flatMap(([path, { options }]) => {
    const title = options.staticData?.title
    return title ? [[path.replace(/(.)\/$/, '$1'), pageTitle(title)]] : []
  })
  return Object.fromEntries(pages)
}
