import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { anApplication, applicationBackend } from '@/testing/applications'
import { aLocation, aSuggestion, placesAnswering } from '@/testing/places'
import { visit } from '@/testing/render'
import { aProblem, DEFAULT_STATUS, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { stepsBeside } from './steps'

const FORM = '/drive-with-us?step=3'
const SUBMIT = { name: /Submit Application|Continue to (Documents|Background Check)/ }

beforeEach(() => {
  signedInAs()
  server.use(http.get('*/api/v1/drivers/me', () => aProblem(404, 'Driver profile not found')))
})

async function openForm() {
  const { user, router } = visit(FORM)
  await screen.findByRole('button', SUBMIT)
  return { user, router }
}

test('an application is begun, and knows what the account knows', async () => {
  applicationBackend(null)
  const { user } = visit(FORM)
  await user.click(await screen.findByRole('button', { name: 'Start Application' }))
  expect(await screen.findByLabelText('First Name')).toHaveValue('Ann')
})

test('what is typed is saved by itself', async () => {
  const backend = applicationBackend()
  const { user } = await openForm()
  await user.type(screen.getByLabelText('City'), 'Brooklyn')
  await user.type(screen.getByLabelText('Equipment'), 'straps, liftgate')
  await user.click(screen.getByLabelText('Monday'))
  await waitFor(() =>
    expect(backend.saved.at(-1)?.vehicle.features).toEqual(['straps', 'liftgate']),
  )
  await waitFor(() =>
    expect(backend.saved.at(-1)?.preferences.availability.monday.is_available).toBe(false),
  )
  expect(backend.saved.at(-1)?.personal.city).toBe('Brooklyn')
  expect(await screen.findByText(/^Saved\./)).toBeInTheDocument()
})

test('an address that is found fills in its parts, and keeps what is not known of it', async () => {
  const backend = applicationBackend()
  const found = aSuggestion('350 5th Avenue')
  const parts = {
    ...aLocation('350 5th Avenue').address_components,
    street_number: '350',
    route: '5th Avenue',
    borough: 'Brooklyn',
    administrative_area_level1: 'NY',
    postal_code: null,
  }
  server.use(
    http.get(`*/api/v1/places/${encodeURIComponent(found.place_id)}`, () =>
      HttpResponse.json({ ...aLocation('350 5th Avenue'), address_components: parts }),
    ),
    ...placesAnswering({ suggestions: [found] }),
  )
  const { user } = await openForm()
  await user.type(screen.getByLabelText('ZIP Code'), '11215')
  await user.type(screen.getByRole('combobox', { name: 'Find your address' }), '350')
  await user.click(await screen.findByRole('option', { name: /350 5th Avenue/ }))
  await waitFor(() => expect(screen.getByLabelText('Street Address')).toHaveValue('350 5th Avenue'))
  expect(screen.getByLabelText('City')).toHaveValue('Brooklyn')
  expect(screen.getByLabelText('State')).toHaveValue('NY')
  expect(screen.getByLabelText('ZIP Code')).toHaveValue('11215')
  await waitFor(() => expect(backend.saved.at(-1)?.personal.street).toBe('350 5th Avenue'))
})

test('what the VIN says otherwise is told, and taken over on a press', async () => {
  const backend = applicationBackend()
  server.use(
    http.post('*/api/v1/onboarding/vin', async ({ request }) => {
      const { make } = (await request.json()) as { make: string }
      return HttpResponse.json({
        decoded: { make: 'Ford', model: 'Transit', year: 2021 },
        differing: make && make !== 'Ford' ? ['make'] : [],
        is_simulated: false,
      })
    }),
  )
  const { user } = await openForm()
  await user.type(screen.getByLabelText('Vehicle Make'), 'Dodge')
  await user.type(screen.getByLabelText('VIN'), '1FTBW2CM6MKA00001')
  expect(await screen.findByText(/You wrote another make/)).toHaveTextContent(
    'Your VIN is of a 2021 Ford Transit.',
  )
  await user.click(screen.getByRole('button', { name: 'Use what the VIN says' }))
  expect(screen.getByLabelText('Vehicle Make')).toHaveValue('Ford')
  expect(screen.getByLabelText('Year')).toHaveValue('2021')
  await waitFor(() => expect(backend.saved.at(-1)?.vehicle.make).toBe('Ford'))
  await waitFor(() => expect(screen.queryByText(/You wrote another/)).not.toBeInTheDocument())
})

test('submitting says what is missing, at the fields too', async () => {
  applicationBackend()
  const pulled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { user } = await openForm()
  await user.click(screen.getByRole('button', SUBMIT))
  await screen.findByText('Please fill in all required fields before submitting.')
  expect(screen.getByLabelText('City')).toBeInvalid()
  await waitFor(() =>
    expect(
      screen.getByLabelText('Phone Number', { selector: '[name="personal.phone"]' }),
    ).toHaveFocus(),
  )
  // The field may be screens above the sentence, which must not pull the view back to itself.
  expect(pulled).not.toHaveBeenCalled()
})

test('a fault of one reference leads to that reference', async () => {
  applicationBackend()
  server.use(
    http.post('*/api/v1/onboarding/application/submit', () =>
      aProblem(
        422,
        'references[1].phone: must not be your own',
        'invalid_input',
        'references[1].phone',
      ),
    ),
  )
  const { user } = await openForm()
  await user.click(screen.getByRole('button', SUBMIT))
  await screen.findByText('Phone must not be your own.')
  const [, second] = screen.getAllByLabelText('Phone Number', { selector: '[name^="references"]' })
  await waitFor(() => expect(second).toHaveFocus())
})

test('a server that fails is said in a sentence, and nothing that was typed is lost', async () => {
  applicationBackend()
  server.use(
    http.post('*/api/v1/onboarding/application/submit', () => aProblem(503, 'It is down.')),
  )
  const { user } = await openForm()
  const zip = screen.getByLabelText('ZIP Code')
  await user.clear(zip)
  await user.type(zip, '11201')
  await user.click(screen.getByRole('button', SUBMIT))
  await screen.findByText('Error submitting application. Please try again.')
  expect(zip).toHaveValue('11201')
})

test('what cannot be right is said once its field was left', async () => {
  const backend = applicationBackend()
  backend.judge = ({ personal }) => ({
    problems: personal.zip_code
      ? [{ field: 'personal.zip_code', reason: 'must have 5 digits, such as 11201' }]
      : [],
  })
  const { user } = await openForm()
  const zip = screen.getByLabelText('ZIP Code')
  await user.type(zip, '112')
  await waitFor(() => expect(backend.saved).toHaveLength(1))
  expect(screen.queryByText(/5 digits/)).not.toBeInTheDocument()
  await user.tab()
  expect(await screen.findByText('Must have 5 digits, such as 11201')).toBeVisible()
})

test('a whole application is submitted and leads to the step behind it', async () => {
  const backend = applicationBackend(anApplication({ missing: null }))
  backend.judge = () => ({ missing: null })
  const { user, router } = await openForm()
  await user.click(screen.getByRole('button', SUBMIT))
  await waitFor(() => expect(router.state.location.search).toEqual({ step: stepsBeside(3).next }))
})

test('what was submitted is under review', async () => {
  applicationBackend(anApplication({ status: 'submitted' }))
  visit('/drive-with-us?step=7')
  await screen.findByRole('heading', { name: 'Application Under Review' })
  expect(screen.getByText(/within 24-48 hours/)).toBeVisible()
})

test('what could not be saved is said, and is saved later', async () => {
  const backend = applicationBackend()
  backend.refusals.push(HttpResponse.error() as Response)
  const { user } = await openForm()
  await user.type(screen.getByLabelText('City'), 'B')
  await screen.findByText('Not saved yet')
  await user.type(screen.getByLabelText('City'), 'ronx')
  await waitFor(() => expect(backend.saved.at(-1)?.personal.city).toBe('Bronx'), { timeout: 8_000 })
  await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument())
})

test('a device that is behind shows what the other has stored', async () => {
  const backend = applicationBackend()
  backend.refusals.push(
    aProblem(
      409,
      'The application was changed by someone else.',
      'conflict',
    ) as unknown as Response,
  )
  const { user } = await openForm()
  await user.type(screen.getByLabelText('City'), 'B')
  await screen.findByText('This application was changed on another device')
  const { form } = anApplication()
  backend.application = anApplication({
    version: 5,
    form: { ...form, personal: { ...form.personal, city: 'Queens' } },
  })
  await user.click(screen.getByRole('button', { name: 'Show What Is Stored' }))
  await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Queens'))
})

test('references are added up to five, and removed down to two', async () => {
  applicationBackend()
  const { user } = await openForm()
  const add = () => screen.queryByRole('button', { name: 'Add a Reference' })
  for (let count = 0; count < 3; count += 1) await user.click(add() as HTMLElement)
  expect(add()).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove Reference 5' }))
  expect(screen.getAllByRole('group', { name: /^Reference \d/ })).toHaveLength(4)
})

test('whoever has no vehicle is asked for make and model alone', async () => {
  applicationBackend()
  const { user } = await openForm()
  await user.click(screen.getByLabelText('I have a vehicle of my own'))
  expect(screen.queryByLabelText('VIN')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Vehicle Make')).toBeVisible()
})

test('a draft is restarted once that is confirmed', async () => {
  const backend = applicationBackend()
  const { user } = visit('/drive-with-us?step=2')
  await user.click(await screen.findByRole('button', { name: 'Restart Application' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Restart Application' }))
  await screen.findByText('Application Restarted')
  expect(backend.application?.id).toBe('app_2')
})

test('whoever is approved is led to the dashboard', async () => {
  applicationBackend(anApplication({ status: 'approved' }))
  visit('/drive-with-us?step=7')
  expect(await screen.findByRole('link', { name: 'Go to Driver Dashboard' })).toHaveAttribute(
    'href',
    '/driver-dashboard',
  )
})

test('whoever was rejected reads why and may apply again', async () => {
  applicationBackend(anApplication({ status: 'rejected', reason: 'The license has expired' }))
  const { user } = visit('/drive-with-us?step=7')
  await screen.findByText('Our reason: The license has expired')
  await user.click(screen.getByRole('button', { name: 'Apply Again' }))
  await screen.findByText('Your application is not submitted yet')
})

test('an application that cannot be loaded says so', async () => {
  server.use(http.get('*/api/v1/onboarding/application', () => aProblem(500, 'Down')))
  visit(FORM)
  await screen.findByText('Your application could not be loaded')
})

test('what a reviewer asked stands over the application', async () => {
  applicationBackend(anApplication({ reason: 'Which year is the van?' }))
  visit(FORM)
  await screen.findByText('Which year is the van?')
  expect(screen.getByText('We have a question')).toBeVisible()
})

test('in the demonstration an applicant is approved at once', async () => {
  applicationBackend(null)
  server.use(
    http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode: 'demo' })),
    http.post('*/api/v1/onboarding/application/instant-approval', () =>
      HttpResponse.json(anApplication({ status: 'approved' })),
    ),
  )
  const { user } = visit('/drive-with-us?step=2')
  await user.click(await screen.findByRole('button', { name: 'Instant Approval' }))
  await screen.findByRole('heading', { name: 'Welcome to haulage' })
})

test('nobody is approved at once where it is no demonstration', async () => {
  applicationBackend()
  server.use(
    http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode: 'real' })),
  )
  visit('/drive-with-us?step=2')
  await screen.findByRole('button', { name: 'Restart Application' })
  expect(screen.queryByRole('button', { name: 'Instant Approval' })).not.toBeInTheDocument()
})

test('a number of years that is none is marked where it was typed, and too few are marked when tried', async () => {
  signedInAs()
  applicationBackend(anApplication())
  const { user } = visit('/drive-with-us?step=3')
  const [known] = await screen.findAllByLabelText('Years known (optional)')
  await user.type(known as HTMLElement, '-1')
  await user.tab()
  expect(await screen.findByText('Must be a whole number from 0 to 99')).toBeVisible()
  const years = screen.getByLabelText(/^Years of Experience/)
  await user.clear(years)
  await user.type(years, '0')
  await user.click(screen.getByRole('button', { name: 'Continue to Documents' }))
  expect(await screen.findByText('Must be at least 1')).toBeVisible()
})
