import { createFileRoute, redirect } from '@tanstack/react-router'

/** The console is the driver's dashboard now; links in old mails and installed apps still lead to it. */
export const Route = createFileRoute('/driver-dashboard_/console')({
  staticData: { title: 'Driver dashboard' },
  beforeLoad: () => {
    throw redirect({ to: '/driver-dashboard', replace: true })
  },
})
