import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { DriverOut, ProfileIn } from '@/api/generated/types.gen'
import { aDriver, signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const PROFILE = '/driver-dashboard/profile'
const NEW = { ...aDriver().vehicle, make: 'To be updated', model: 'To be updated' }

/** Opens the profile of a driver; what is saved is kept in `asked`. */
async function openProfile(
  part: Partial<DriverOut> = {},
  answer: (body: ProfileIn, driver: DriverOut) => Response = (_, driver) =>
    HttpResponse.json(driver),
) {
  const backend = signedInDriver({ driver: aDriver(part) })
  const asked: ProfileIn[] = []
  server.use(
    http.get('*/api/v1/driver-documents', () => HttpResponse.json({ items: [], next: null })),
    http.patch('*/api/v1/drivers/me', async ({ request }) => {
      const body = (await request.json()) as ProfileIn
      asked.push(body)
      return answer(body, backend.driver)
    }),
  )
  const { user } = visit(PROFILE)
  await screen.findByRole('heading', { name: 'Driver profile' })
  const part_ = (name: string) => within(screen.getByRole('region', { name }))
  return { user, asked, part: part_ }
}

function refusal(param: string, message: string) {
  return HttpResponse.json(
    { status: 422, code: 'invalid_input', param, message, detail: message, title: 'Invalid' },
    { status: 422, headers: { 'content-type': 'application/problem+json' } },
  )
}

describe('vehicle', () => {
  test('is described by whoever has just signed up', async () => {
    const { user, asked, part } = await openProfile({ vehicle: NEW })
    const vehicle = part('Vehicle')
    expect(vehicle.getByLabelText('Make')).toHaveValue('')
    expect(vehicle.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.click(vehicle.getByLabelText('Box truck'))
    await user.type(vehicle.getByLabelText('Make'), 'Isuzu')
    await user.type(vehicle.getByLabelText('Model'), 'NQR')
    await user.type(vehicle.getByLabelText('Equipment'), 'straps, , liftgate')
    await user.click(vehicle.getByRole('button', { name: 'Save' }))
    await vehicle.findByText('Saved.')
    expect(asked).toEqual([
      {
        vehicle: {
          type: 'box_truck',
          make: 'Isuzu',
          model: 'NQR',
          year: 2021,
          capacity_pounds: 3000,
          capacity_cubic_feet: 250,
          features: ['straps', 'liftgate'],
        },
        specialties: [],
        works_with_helper: false,
      },
    ])
  })

  test('takes a weight with a comma between its thousands, and no other commas', async () => {
    const { user, asked, part } = await openProfile()
    const vehicle = part('Vehicle')
    const weight = vehicle.getByLabelText('Max weight (lb)')
    await user.clear(weight)
    await user.type(weight, '3,50')
    await user.click(vehicle.getByRole('button', { name: 'Save' }))
    await vehicle.findByText('A number above 0, 100,000 at most')
    await user.type(weight, '0')
    await user.click(vehicle.getByRole('button', { name: 'Save' }))
    await vehicle.findByText('Saved.')
    expect(asked.map(({ vehicle: sent }) => sent?.capacity_pounds)).toEqual([3500])
  })

  test('a fault is said at its field, which takes the focus, and nothing is sent', async () => {
    const { user, asked, part } = await openProfile()
    const vehicle = part('Vehicle')
    const year = vehicle.getByLabelText('Year')
    await user.clear(year)
    await user.type(year, '1999')
    await user.click(vehicle.getByRole('button', { name: 'Save' }))
    expect(vehicle.getByText(/^A year from 2000 to/)).toBeInTheDocument()
    expect(year).toHaveFocus()
    expect(asked).toEqual([])
  })

  test('what the server refuses of a word is said where the words are', async () => {
    const { user, part } = await openProfile({}, () =>
      refusal('vehicle.features[0]', 'vehicle.features[0]: must be one line'),
    )
    const vehicle = part('Vehicle')
    await user.type(vehicle.getByLabelText('Equipment'), 'ramp')
    await user.click(vehicle.getByRole('button', { name: 'Save' }))
    await vehicle.findByText('Must be one line')
    expect(vehicle.getByLabelText('Equipment')).toBeInvalid()
    expect(vehicle.queryByText('Saved.')).not.toBeInTheDocument()
  })

  test('without a connection what was typed stays, and the reason is said', async () => {
    const { user, part } = await openProfile({}, () => HttpResponse.error() as Response)
    const vehicle = part('Vehicle')
    await user.type(vehicle.getByLabelText('Model'), ' Custom')
    await user.click(vehicle.getByRole('button', { name: 'Save' }))
    expect(await vehicle.findByRole('alert')).toHaveTextContent('could not be reached')
    expect(vehicle.getByLabelText('Model')).toHaveValue('Transit Custom')
  })
})

describe('working hours', () => {
  test('are the same every day, until somebody tells them by weekday', async () => {
    const { user, asked, part } = await openProfile()
    const hours = part('Working hours')
    expect(hours.getByLabelText('From')).toHaveValue('08:00')
    await user.click(hours.getByLabelText('By weekday'))
    await user.click(hours.getByLabelText('Sunday'))
    expect(hours.getByText('Day off')).toBeInTheDocument()
    await user.clear(hours.getByLabelText('Friday until'))
    await user.type(hours.getByLabelText('Friday until'), '02:00')
    await user.click(hours.getByRole('button', { name: 'Save' }))
    await hours.findByText('Saved.')
    const usual = { start: '08:00', end: '20:00' }
    expect(asked).toEqual([
      {
        weekday_hours: {
          monday: usual,
          tuesday: usual,
          wednesday: usual,
          thursday: usual,
          friday: { start: '08:00', end: '02:00' },
          saturday: usual,
        },
      },
    ])
  })

  test('by weekday they are forgotten where every day is alike again', async () => {
    const off = { tuesday: null, wednesday: null, thursday: null, friday: null, saturday: null }
    const { user, asked, part } = await openProfile({
      weekday_hours: { monday: { start: '06:00', end: '14:00' }, ...off, sunday: null },
    })
    const hours = part('Working hours')
    expect(hours.getByLabelText('Monday from')).toHaveValue('06:00')
    expect(hours.getAllByText('Day off')).toHaveLength(6)
    await user.click(hours.getByLabelText('Monday'))
    await user.click(hours.getByRole('button', { name: 'Save' }))
    expect(hours.getByRole('alert')).toHaveTextContent('Choose at least one day')
    expect(asked).toEqual([])
    await user.click(hours.getByLabelText('Same every day'))
    await user.click(hours.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked).toEqual([
        { working_hours_start: '08:00', working_hours_end: '20:00', weekday_hours: null },
      ]),
    )
  })

  test('a day that nobody can be matched in is said at that day', async () => {
    const { user, part } = await openProfile({}, () =>
      refusal('weekday_hours.monday', 'weekday_hours.monday: must be in another hour'),
    )
    const hours = part('Working hours')
    await user.click(hours.getByLabelText('By weekday'))
    await user.click(hours.getByRole('button', { name: 'Save' }))
    expect(await hours.findByRole('alert')).toHaveTextContent('Must be in another hour')
  })
})

test('rates are written in dollars and sent in cents', async () => {
  const { user, asked, part } = await openProfile()
  const rates = part('Rates')
  const mile = rates.getByLabelText('Dollars per mile')
  expect(mile).toHaveValue('2.00')
  await user.clear(mile)
  await user.type(mile, '2.5x')
  await user.click(rates.getByRole('button', { name: 'Save' }))
  expect(rates.getByText('Write an amount such as 2.50')).toBeInTheDocument()
  await user.clear(mile)
  await user.type(mile, '0')
  await user.click(rates.getByRole('button', { name: 'Save' }))
  expect(rates.getByText('At least $0.50')).toBeInTheDocument()
  await user.clear(mile)
  await user.type(mile, '2.5')
  await user.click(rates.getByRole('button', { name: 'Save' }))
  await rates.findByText('Saved.')
  expect(asked).toEqual([{ price_per_mile_cents: 250, minimum_fare_cents: 2500 }])
})

test('the dashboard leads there, and asks whoever has not said what they drive', async () => {
  signedInDriver({ driver: aDriver({ vehicle: NEW }) })
  visit('/driver-dashboard')
  expect(await screen.findByRole('link', { name: 'Profile' })).toHaveAttribute('href', PROFILE)
  expect(await screen.findByRole('link', { name: 'Describe Your Vehicle' })).toHaveAttribute(
    'href',
    PROFILE,
  )
})

describe('what customers look for at the curb', () => {
  test('color and plate are saved, and an emptied plate is removed', async () => {
    const { user, asked, part } = await openProfile({
      license_plate: { state: 'NJ', text: 'OLD 1' },
    })
    const curb = part('At the curb')
    await user.selectOptions(curb.getByLabelText('Color'), 'White')
    await user.selectOptions(curb.getByLabelText('Plate state'), 'NY')
    const plate = curb.getByLabelText('License plate (optional)')
    await user.clear(plate)
    await user.type(plate, 'abc-1234')
    await user.click(curb.getByRole('button', { name: 'Save' }))
    await curb.findByText('Saved.')
    await user.clear(plate)
    await user.click(curb.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked).toEqual([
      { vehicle: { color: 'white' }, license_plate: { state: 'NY', text: 'abc-1234' } },
      { vehicle: { color: 'white' }, license_plate: null },
    ])
  })

  test('what is no plate is said at its field', async () => {
    const { user, asked, part } = await openProfile()
    const curb = part('At the curb')
    const plate = curb.getByLabelText('License plate (optional)')
    await user.type(plate, 'call 5550100')
    await user.click(curb.getByRole('button', { name: 'Save' }))
    expect(curb.getByText(/^Enter 1 to 8 letters and digits/)).toBeInTheDocument()
    expect(plate).toHaveFocus()
    expect(asked).toEqual([])
  })

  test('a photo is sent, shown, and removed only after the driver was asked', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
    const { user, part } = await openProfile()
    const sent: string[] = []
    server.use(
      http.put('*/api/v1/drivers/me/photo', ({ request }) => {
        sent.push(request.headers.get('content-type') ?? '')
        return HttpResponse.json(aDriver({ photo_id: 'pic-1' }))
      }),
      http.get('*/api/v1/drivers/me/photo', () =>
        HttpResponse.arrayBuffer(new ArrayBuffer(4), { headers: { 'Content-Type': 'image/jpeg' } }),
      ),
      http.delete('*/api/v1/drivers/me/photo', () => {
        sent.push('removed')
        return HttpResponse.json(aDriver({ photo_id: null }))
      }),
    )
    const curb = part('At the curb')
    expect(curb.getByText('DD')).toBeInTheDocument()
    await user.upload(
      curb.getByLabelText('Photo of you'),
      new File(['x'], 'me.jpg', { type: 'image/jpeg' }),
    )
    await curb.findByText('Photo saved.')
    expect(await curb.findByRole('img', { name: 'Dee Driver' })).toHaveAttribute(
      'src',
      'blob:photo',
    )
    await user.click(curb.getByRole('button', { name: 'Remove photo' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove your photo?' }))
    await user.click(question.getByRole('button', { name: 'Keep photo' }))
    expect(sent).toEqual(['image/jpeg'])
    await user.click(curb.getByRole('button', { name: 'Remove photo' }))
    const again = within(await screen.findByRole('dialog', { name: 'Remove your photo?' }))
    await user.click(again.getByRole('button', { name: 'Remove photo' }))
    await curb.findByText('Photo removed.')
    expect(sent).toEqual(['image/jpeg', 'removed'])
  })
})
