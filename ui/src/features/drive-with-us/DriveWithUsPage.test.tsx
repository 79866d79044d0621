import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { SESSION_KEY } from '@/auth/storedSession'
import { anApplication, applicationBackend } from '@/testing/applications'
import { signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { aSession, signedInAs } from '@/testing/session'
import { labelTo, stepsBeside } from './steps'

beforeEach(() => {
  server.use(
    http.get('*/api/v1/drivers/me', () => aProblem(404, 'Driver profile not found')),
    http.get('*/api/v1/onboarding/application', () => HttpResponse.json({ application: null })),
  )
})

const NEEDED = { name: 'Your way to the first job' }

test('a driver who comes from the registration goes on at the second step', async () => {
  signedInAs({ userType: 'driver' })
  const { router } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ to: '/drive-with-us', state: { registered: true } })
  await screen.findByRole('heading', NEEDED)
  expect(screen.getByText(/Welcome to haulage, Ann Example\./)).toHaveAttribute('role', 'status')
  expect(router.state.location.search).toEqual({ step: 2 })
})

test.each([
  ['a driver who comes from elsewhere', 'driver', false],
  ['a customer', 'customer', true],
] as const)('%s begins at the beginning', async (_who, userType, registered) => {
  signedInAs({ userType })
  const { router } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ to: '/drive-with-us', state: { registered } })
  await screen.findByRole('heading', { name: 'Drive With Us' })
  expect(screen.queryByText(/You are registered as a driver/)).not.toBeInTheDocument()
})

test('starting an application needs an account', async () => {
  visit('/drive-with-us')
  expect(await screen.findByRole('link', { name: 'Start Application' })).toHaveAttribute(
    'href',
    '/register?role=driver&next=%2Fdrive-with-us%3Fstep%3D2',
  )
})

test('who drives already finds the way in', async () => {
  visit('/drive-with-us')
  const login = await screen.findByRole('link', { name: 'Log in' })
  expect(login).toHaveAttribute('href', '/login?next=%2Fdriver-dashboard')
  expect(login.parentElement).toHaveTextContent('Already a driver? Log in')
  const reasons = screen.getByRole('list', { name: 'Why drive with us' })
  expect(login.compareDocumentPosition(reasons)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('an approved driver has nothing to apply for', async () => {
  signedInDriver()
  visit('/drive-with-us')
  const work = within(await screen.findByRole('main'))
  expect(await work.findByRole('link', { name: 'Driver Dashboard' })).toHaveAttribute(
    'href',
    '/driver-dashboard',
  )
  expect(work.queryByRole('link', { name: 'Start Application' })).not.toBeInTheDocument()
  expect(work.queryByText(/Already a driver/)).not.toBeInTheDocument()
})

test('whoever is signed in starts with the overview', async () => {
  signedInAs()
  const { user } = visit('/drive-with-us')
  await screen.findByRole('heading', { name: 'Drive With Us' })
  const start = () => screen.getByRole('link', { name: 'Start Application' })
  await expect.poll(() => start().getAttribute('href')).toBe('/drive-with-us?step=2')
  await user.click(start())
  await screen.findByRole('heading', NEEDED)
})

test.each([
  [
    'a visitor',
    undefined,
    'Sign Up as a Driver',
    '/register?role=driver&next=%2Fdrive-with-us%3Fstep%3D3',
  ],
  ['a customer', 'customer', 'Continue to Application', '/drive-with-us?step=3'],
  ['a driver', 'driver', 'Continue to Application', '/drive-with-us?step=3'],
] as const)('%s goes on from the overview', async (_who, userType, name, address) => {
  if (userType) signedInAs({ userType })
  visit('/drive-with-us?step=2')
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address)
})

test.each(['0', '8', '2.5', 'last'])('step %s is the landing page', async (step) => {
  visit(`/drive-with-us?step=${step}`)
  await screen.findByRole('heading', { name: 'Drive With Us' })
})

test('while it is not known who came, nothing is said to be a visitor’s', async () => {
  let renew = () => {}
  const renewed = new Promise<void>((resolve) => {
    renew = resolve
  })
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...aSession(), expires_at: 1 }))
  server.use(
    http.post('*/auth/v1/token', async () => {
      await renewed
      return HttpResponse.json(aSession())
    }),
  )
  visit('/drive-with-us?step=2')
  await screen.findByRole('heading', NEEDED)
  expect(screen.queryByRole('link', { name: 'Sign Up as a Driver' })).not.toBeInTheDocument()
  const [menu] = screen.getAllByRole('navigation', { name: 'Main' })
  const links = () =>
    within(menu as HTMLElement)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  expect(links()).toEqual(['/book-service', '/dashboard'])
  renew()
  await screen.findByRole('link', { name: 'Continue to Application' })
  expect(links().length).toBeGreaterThan(2)
})

test('the progress leads to each part that is here, to what blocks and to what is next', async () => {
  signedInAs()
  const { progress } = anApplication()
  applicationBackend(
    anApplication({
      status: 'submitted',
      progress: {
        ...progress,
        application_progress: 100,
        completed_steps: ['application'],
        current_step: 'documents',
        blockers: [
          {
            type: 'approval',
            description: 'Background check failed',
            action_required: 'Contact support to discuss results',
          },
        ],
        next_steps: progress.next_steps.slice(1),
      },
    }),
  )
  visit('/drive-with-us?step=2')
  const steps = within(await screen.findByRole('navigation', { name: 'Steps' }))
  expect(await steps.findByRole('link', { name: /^Application ?\(done\)$/ })).toBeVisible()
  expect(steps.getByRole('link', { name: /^Documents ?\(to do next\)$/ })).toBeVisible()
  expect(steps.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current')
  expect(await screen.findByRole('link', { name: 'Application 100%' })).toHaveAttribute(
    'href',
    '/drive-with-us?step=3',
  )
  for (const name of ['Contact support to discuss results', 'Wait for final approval'])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/drive-with-us?step=7')
  screen.getByText('Action Required')
})

test('a step that is submitted leads back and on', async () => {
  signedInAs()
  applicationBackend(anApplication({ status: 'submitted' }))
  visit('/drive-with-us?step=3')
  const { next } = stepsBeside(3)
  expect(await screen.findByRole('link', { name: next ? labelTo(next) : '' })).toHaveAttribute(
    'href',
    `/drive-with-us?step=${next}`,
  )
  expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute(
    'href',
    '/drive-with-us?step=2',
  )
})

test('whoever was approved at once has nothing left to do', async () => {
  signedInAs()
  applicationBackend(anApplication({ status: 'approved' }))
  visit('/drive-with-us?step=2')
  expect(await screen.findByRole('heading', { name: 'Your application' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See What Became of It' })).toBeVisible()
  expect(screen.queryByText('Next Steps')).not.toBeInTheDocument()
  expect(screen.queryByText('Overall progress')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /to do next/ })).not.toBeInTheDocument()
})

test('a document that was rejected is named as on its card', async () => {
  signedInAs()
  const { progress } = anApplication()
  const blocker = {
    type: 'documents' as const,
    description: 'drivers_license was rejected',
    action_required: 'Re-upload drivers_license: Too dark',
  }
  applicationBackend(
    anApplication({ status: 'submitted', progress: { ...progress, blockers: [blocker] } }),
  )
  visit('/drive-with-us?step=2')
  const link = await screen.findByRole('link', { name: 'Re-upload Driver’s license: Too dark' })
  expect(link.closest('li')).toHaveTextContent('Driver’s license was rejected.')
})
