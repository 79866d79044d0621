import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TaxDocumentOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Badge } from '@/components/Badge'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { formatCents, Money } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { dateOf } from '@/components/time'
import { toast } from '@/components/toast'
import { DOCUMENT_TYPES } from './labels'
import { type DriverYear, download, useDocuments, useGenerate } from './queries'
import classes from './TaxCenter.module.css'
import { W9Card } from './w9/W9Card'

/** Documents of the year, with the figures as they were when each was made; without any it says so (TAX-03). */
export function DocumentsTab({ of }: { of: DriverYear }) {
  const query = useDocuments(of)
  return (
    <div className={classes.tab}>
      <W9Card driverId={of.driverId} />
      <GenerateSummary of={of} />
      <DataPanel
        query={query}
        skeleton={<Skeleton height={240} radius="lg" />}
        failure="Your tax documents could not be loaded"
        isEmpty={(documents) => documents.length === 0}
        empty={
          <EmptyState icon={<IconFileText size={28} />} title="No tax documents generated yet" />
        }
      >
        {(documents) => (
          <>
            <ul className={classes.list}>
              {documents.map((document) => (
                <li key={document.id} className={classes.card}>
                  <Document document={document} />
                </li>
              ))}
            </ul>
            <ShowOlder query={query} what="documents" />
          </>
        )}
      </DataPanel>
    </div>
  )
}

function GenerateSummary({ of }: { of: DriverYear }) {
  const generate = useGenerate(of)
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        loading={generate.isPending}
        onClick={() =>
          generate.mutate('year_summary', {
            onSuccess: () =>
              toast.success(`Your summary of ${of.year} is ready.`, { id: 'summary' }),
            onError: (error) => toast.error(sentenceOf(error), { id: 'summary' }),
          })
        }
      >
        Generate Year Summary
      </Button>
    </div>
  )
}

function Document({ document }: { document: TaxDocumentOut }) {
  const save = useMutation({
    mutationFn: () => download(document),
    onError: (error) => toast.error(sentenceOf(error), { id: document.id }),
  })
  const isForm = document.document_type !== 'year_summary'
  return (
    <>
      <div className={classes.line}>
        <span>
          {DOCUMENT_TYPES[document.document_type]} {document.tax_year}
        </span>
        <span className={classes.amount}>
          <Money cents={amountOf(document)} />
        </span>
      </div>
      <div className={classes.badges}>
        {isForm && <Badge>Recipient copy, not for filing</Badge>}
        {isForm && document.is_below_threshold && (
          <Badge tone="warn">Below the reporting threshold</Badge>
        )}
        {document.is_correction && <Badge tone="warn">Corrected</Badge>}
        {document.takes_back && <Badge tone="warn">Taken back</Badge>}
        {!document.is_year_over && <Badge>Year to date</Badge>}
        {document.is_simulated && <Badge>Simulated payments</Badge>}
      </div>
      <p className={classes.quiet}>
        {AMOUNTS[document.document_type]}, made {dateOf(document.generated_at)}
        {document.withheld_cents > 0 && ` · ${formatCents(document.withheld_cents)} withheld`}
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          loading={save.isPending}
          aria-label={`Download PDF: ${DOCUMENT_TYPES[document.document_type]} ${document.tax_year}, made ${dateOf(document.generated_at)}`}
          onClick={() => save.mutate()}
        >
          Download PDF
        </Button>
      </div>
    </>
  )
}

const AMOUNTS = {
  year_summary: 'Net income',
  '1099_nec': 'Earnings and tips',
  '1099_k': 'Gross payments',
} satisfies Record<TaxDocumentOut['document_type'], string>

/** What its first box says, or the net income. */
function amountOf(document: TaxDocumentOut): number {
  if (document.document_type === 'year_summary') return document.net_income_cents
  if (document.document_type === '1099_k') return Math.max(document.gross_cents, 0)
  return Math.max(document.earnings_cents + document.tips_cents, 0)
}
