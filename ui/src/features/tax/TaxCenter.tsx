import { InnerTabs } from '@/components/InnerTabs'
import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useId } from 'react'
import type { TaxDocumentType, TaxForm } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { toast } from '@/components/toast'
import { DocumentsTab } from './DocumentsTab'
import { ExpensesTab } from './expenses/ExpensesTab'
import { MileageTab } from './mileage/MileageTab'
import { Overview } from './Overview'
import { type DriverYear, useGenerate, useTaxYears } from './queries'
import { TAX_VIEWS, type TaxSearch, type TaxView } from './search'
import classes from './TaxCenter.module.css'

type Props = {
  driverId: string
  search: TaxSearch
  onSearch: (next: TaxSearch) => void
}

/** A driver's taxes: the year, what was spent and driven in it, and its documents (TAX-01). */
export function TaxCenter(props: Props) {
  const years = useTaxYears(props.driverId)
  return (
    <DataPanel
      query={years}
      skeleton={<Skeleton height={320} radius="lg" />}
      failure="Your tax years could not be loaded"
    >
      {(found) => <Center {...props} years={found.years} form={found.form} />}
    </DataPanel>
  )
}

function Center(props: Props & { years: number[]; form: TaxForm }) {
  const { driverId, search, onSearch, years } = props
  const [present = new Date().getFullYear()] = years
  const year = search.year !== undefined && years.includes(search.year) ? search.year : present
  const view: TaxView = search.tax ?? 'overview'
  const tabs = useId()
  const open = (next: TaxView) =>
    onSearch({ ...search, tax: next === 'overview' ? undefined : next })
  return (
    <div className={classes.center}>
      <header className={classes.top}>
        <h2>Tax Center</h2>
        <div className={classes.actions}>
          <NativeSelect
            label="Tax year"
            data={years.map(String)}
            value={String(year)}
            onChange={({ currentTarget }) => {
              const next = Number(currentTarget.value)
              onSearch({ ...search, year: next === present ? undefined : next })
            }}
          />
          <Generate1099
            of={{ driverId, year }}
            form={props.form}
            onMade={() => open('documents')}
          />
        </div>
      </header>
      <InnerTabs label="Tax Center" views={TAX_VIEWS} id={tabs} view={view} onView={open} />
      <div
        id={`${tabs}-panel`}
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab's panel is reached by the keyboard
        tabIndex={0}
        aria-labelledby={`${tabs}-${view}`}
        className={classes.body}
      >
        <Body key={year} view={view} of={{ driverId, year }} />
      </div>
    </div>
  )
}

function Body({ view, of }: { view: TaxView; of: DriverYear }) {
  switch (view) {
    case 'overview':
      return <Overview of={of} />
    case 'expenses':
      return <ExpensesTab of={of} />
    case 'mileage':
      return <MileageTab of={of} />
    case 'documents':
      return <DocumentsTab of={of} />
    default:
      return view satisfies never
  }
}

/** What the operator reports payments on. */
const FORMS = {
  nec: { type: '1099_nec', name: '1099-NEC' },
  k: { type: '1099_k', name: '1099-K' },
} as const satisfies Record<TaxForm, { type: TaxDocumentType; name: string }>

function Generate1099(props: { of: DriverYear; form: TaxForm; onMade: () => void }) {
  const { of, onMade } = props
  const { type, name } = FORMS[props.form]
  const generate = useGenerate(of)
  return (
    <Button
      leftSection={<IconFileText size={18} aria-hidden="true" />}
      loading={generate.isPending}
      onClick={() =>
        generate.mutate(type, {
          onSuccess: () => {
            toast.success(`Your copy of Form ${name} for ${of.year} is ready.`, { id: '1099' })
            onMade()
          },
          onError: (error) => toast.error(sentenceOf(error), { id: '1099' }),
        })
      }
    >
      Generate {name}
    </Button>
  )
}
