import './app/mantine'
import './app/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { sessionState, subscribeToSession } from '@/auth/sessionStore'
import { isTypedOn, watchTyping } from '@/auth/sessionWatch'
import { renewWhenPartsAreMissing } from './app/missingParts'
import { Providers } from './app/Providers'
import { createAppRouter } from './app/router'
import { doAgain, doneBefore } from './app/typedBefore'
import { showTimesIn } from './components/time'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root element')

watchTyping()
renewWhenPartsAreMissing(isTypedOn, () => window.location.reload())

const followZone = () => showTimesIn(sessionState().user?.timeZone)
followZone()
subscribeToSession(followZone)

// The still page that stands in #root is replaced in one step, by a screen that is complete.
const router = createAppRouter()
void router.load().then(() => {
  const before = doneBefore(root)
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  )
  doAgain(root, before)
})
