import './app/mantine'
import './app/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers'
import { createAppRouter } from './app/router'

const RENEWED_AFTER_MS = 10_000

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root element')

// A part of an older version that the server has no more: the page begins anew, but not for ever.
window.addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine || performance.now() < RENEWED_AFTER_MS) return
  event.preventDefault()
  window.location.reload()
})

// The still page that stands in #root is replaced in one step, by a screen that is complete.
const router = createAppRouter()
void router.load().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  ),
)
