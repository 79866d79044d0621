import { HttpResponse, http } from 'msw'
import type {
  DrivenForOrderOut,
  DriverTaxYearOut,
  ExpenseOut,
  ExpenseYearOut,
  MileageEntryOut,
  MileageEntryYearOut,
  TaxDocumentOut,
  TaxpayerOut,
  W9FormOut,
} from '@/api/generated/types.gen'
import { server } from './server'

export function anExpense(changes: Partial<ExpenseOut> = {}): ExpenseOut {
  return {
    id: 'exp-1',
    category: 'phone',
    amount_cents: 4_500,
    description: 'November plan',
    date: '2026-11-02',
    tax_year: 2026,
    is_business: true,
    is_deductible: true,
    odometer_miles: null,
    has_receipt: false,
    created_at: '2026-11-02T12:00:00Z',
    updated_at: '2026-11-02T12:00:00Z',
    ...changes,
  }
}

export function aTaxYear(changes: Partial<DriverTaxYearOut> = {}): DriverTaxYearOut {
  return {
    driver_id: 'drv-1',
    year: 2026,
    earnings_cents: 150_000,
    tips_cents: 1_000,
    expenses_cents: 4_500,
    business_miles: 100.5,
    mileage_deduction_cents: 7_638,
    net_income_cents: 138_862,
    estimated_tax_cents: 50_171,
    withheld_cents: 0,
    reporting_threshold_cents: 200_000,
    reporting_threshold_provisional: false,
    waiting: 0,
    unknown: 0,
    quarters: [1, 2, 3, 4].map((quarter) => ({
      quarter,
      due_on: ['2026-04-15', '2026-06-15', '2026-09-15', '2027-01-15'][quarter - 1] ?? '',
      income_through: ['2026-03-31', '2026-05-31', '2026-08-31', '2026-12-31'][quarter - 1] ?? '',
      expenses_cents: 0,
      mileage_deduction_cents: 0,
      estimated_tax_cents: 12_543,
    })),
    ...changes,
  }
}

export function aDrivenOrder(changes: Partial<DrivenForOrderOut> = {}): DrivenForOrderOut {
  return {
    order_id: 'order-1',
    order_number: 10_042,
    status: 'completed',
    date: '2026-11-02',
    from_area: 'New York, NY 10017',
    to_area: 'Brooklyn, NY 11249',
    business_miles: 7.25,
    is_worked_out: true,
    dollars_per_mile: '0.76',
    is_rate_provisional: false,
    deduction_cents: 551,
    vehicle_used: '2021 Ford Transit',
    fuel_cost_cents: null,
    verified: true,
    tax_deductible: true,
    ...changes,
  }
}

export function aMileageEntry(changes: Partial<MileageEntryOut> = {}): MileageEntryOut {
  return {
    id: 'mil-1',
    date: '2026-11-03',
    tax_year: 2026,
    miles: 12.5,
    purpose: 'business',
    from_place: 'Home',
    to_place: 'Garage',
    note: 'New tires',
    vehicle_used: '',
    fuel_cost_cents: null,
    verified: false,
    tax_deductible: true,
    dollars_per_mile: '0.76',
    is_rate_provisional: false,
    deduction_cents: 950,
    created_at: '2026-11-03T12:00:00Z',
    updated_at: '2026-11-03T12:00:00Z',
    ...changes,
  }
}

export function aTaxDocument(changes: Partial<TaxDocumentOut> = {}): TaxDocumentOut {
  const {
    year,
    reporting_threshold_provisional: _,
    waiting: __,
    unknown: ___,
    ...figures
  } = aTaxYear()
  return {
    ...figures,
    id: 'txd-1',
    tax_year: year,
    document_type: '1099_nec',
    withheld_cents: 0,
    gross_cents: 151_000,
    payments: 12,
    is_below_threshold: true,
    deductions: [],
    generated_at: '2026-11-20T12:00:00Z',
    is_year_over: false,
    is_simulated: false,
    corrects: null,
    is_correction: false,
    takes_back: false,
    file_name: 'form-1099-nec-2026.pdf',
    download_url: '/api/v1/drivers/drv-1/tax/documents/txd-1/pdf',
    ...changes,
  }
}

export function aW9Form(changes: Partial<W9FormOut> = {}): W9FormOut {
  return {
    id: 'w9f-1',
    name: 'Ann Driver',
    business_name: '',
    classification: 'individual',
    street: '12 Pine Street',
    unit: '',
    city: 'Brooklyn',
    state: 'NY',
    zip_code: '11201',
    number_type: 'ssn',
    last4: '9999',
    exempt_payee_code: '',
    fatca_code: '',
    is_subject_to_withholding: false,
    signature: 'Ann Driver',
    certification: 'w9-2024-03',
    certified_at: '2026-11-01T12:00:00Z',
    ...changes,
  }
}

/** A driver who has given no Form W-9. */
export function aTaxpayer(changes: Partial<TaxpayerOut> = {}): TaxpayerOut {
  return {
    driver_id: 'drv-1',
    form: null,
    is_withholding: true,
    backup_withholding_per_million: 240_000,
    certification_version: 'w9-2024-03',
    certification: ['Under penalties of perjury, I certify that:', '1. The number is correct.'],
    ...changes,
  }
}

/** A driver's taxes at the server; what is sent is noted. */
export function someTaxes(
  have: {
    expenses?: ExpenseOut[]
    driven?: DrivenForOrderOut[]
    entries?: MileageEntryOut[]
    documents?: TaxDocumentOut[]
    taxpayer?: TaxpayerOut
    year?: DriverTaxYearOut
  } = {},
) {
  const { expenses = [], driven = [], entries = [], documents = [] } = have
  const sent: { method: string; path: string; body: unknown }[] = []
  const note = async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/v1/drivers/drv-1/tax', '')
    const isJson = request.headers.get('Content-Type')?.includes('json')
    sent.push({ method: request.method, path, body: isJson ? await request.json() : null })
  }
  const base = '*/api/v1/drivers/drv-1/tax'
  const yearOf = (request: Request) => Number(new URL(request.url).searchParams.get('year') ?? 2026)
  server.use(
    http.get(`${base}/w9`, () => HttpResponse.json(have.taxpayer ?? aTaxpayer())),
    http.post(`${base}/w9`, async ({ request }) => {
      await note(request)
      return HttpResponse.json(aTaxpayer({ form: aW9Form(), is_withholding: false }), {
        status: 201,
      })
    }),
    http.get(`${base}/years`, () => HttpResponse.json({ years: [2026, 2025, 2024], form: 'nec' })),
    http.get(`${base}/:year/income`, () => HttpResponse.json({ items: [], next: null })),
    http.get(`${base}/expenses`, ({ request }) => {
      const year = yearOf(request)
      const items = expenses.filter((each) => each.tax_year === year)
      const spent = items.reduce((sum, each) => sum + each.amount_cents, 0)
      const answer: ExpenseYearOut = {
        year,
        spent_cents: spent,
        deductible_cents: spent,
        categories: [],
        items,
        next: null,
      }
      return HttpResponse.json(answer)
    }),
    http.get(`${base}/mileage`, ({ request }) =>
      HttpResponse.json({
        year: yearOf(request),
        business_miles: driven.reduce((sum, each) => sum + (each.business_miles ?? 0), 0),
        deduction_cents: 551,
        waiting: driven.filter((each) => !each.is_worked_out).length,
        unknown: 0,
        items: yearOf(request) === 2026 ? driven : [],
        next: null,
      }),
    ),
    http.get(`${base}/mileage/entries`, ({ request }) => {
      const year = yearOf(request)
      const items = entries.filter((each) => each.tax_year === year)
      const milesFor = (purpose: MileageEntryOut['purpose']) =>
        items.reduce((sum, each) => sum + (each.purpose === purpose ? each.miles : 0), 0)
      const answer: MileageEntryYearOut = {
        year,
        business_miles: milesFor('business'),
        personal_miles: milesFor('personal'),
        deduction_cents: 0,
        items,
        next: null,
      }
      return HttpResponse.json(answer)
    }),
    http.post(`${base}/mileage/entries`, async ({ request }) => {
      await note(request)
      const made = aMileageEntry({ ...(sent.at(-1)?.body as object), id: 'mil-new' })
      entries.unshift(made)
      return HttpResponse.json(made, { status: 201 })
    }),
    http.put(`${base}/mileage/entries/:id`, async ({ request }) => {
      await note(request)
      return HttpResponse.json(aMileageEntry({ ...(sent.at(-1)?.body as object) }))
    }),
    http.delete(`${base}/mileage/entries/:id`, async ({ request }) => {
      await note(request)
      entries.length = 0
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(`${base}/documents`, ({ request }) =>
      HttpResponse.json({
        items: documents.filter((each) => each.tax_year === yearOf(request)),
        next: null,
      }),
    ),
    http.post(`${base}/documents`, async ({ request }) => {
      await note(request)
      const made = aTaxDocument()
      documents.unshift(made)
      return HttpResponse.json(made, { status: 201 })
    }),
    http.post(`${base}/expenses`, async ({ request }) => {
      await note(request)
      const made = anExpense({ ...(sent.at(-1)?.body as object), id: 'exp-new' })
      expenses.unshift(made)
      return HttpResponse.json(made, { status: 201 })
    }),
    http.put(`${base}/expenses/:id`, async ({ request }) => {
      await note(request)
      return HttpResponse.json(anExpense({ ...(sent.at(-1)?.body as object) }))
    }),
    http.put(`${base}/expenses/:id/receipt`, async ({ request }) => {
      await note(request)
      return HttpResponse.json(anExpense({ has_receipt: true }))
    }),
    http.delete(`${base}/expenses/:id`, async ({ request }) => {
      await note(request)
      expenses.length = 0
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(`${base}/:year`, ({ params }) =>
      HttpResponse.json(have.year ?? aTaxYear({ year: Number(params.year) })),
    ),
  )
  return sent
}
