import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listOwnDocumentsOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { DocumentType, DriverDocumentOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { DocumentCard } from './DocumentCard'
import { documentStatus, OPTIONAL, REQUIRED } from './documents'
import classes from './OwnDocuments.module.css'

/** While somebody may be looking at one. */
const SOON_MS = 5_000

/** One's own documents: a summary, a card for each kind, and tips (ONB-33). */
export function OwnDocuments({ heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const query = useQuery({
    ...listOwnDocumentsOptions(),
    select: ({ items }) => items,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'pending') ? SOON_MS : false,
  })
  return (
    <DataPanel
      query={query}
      failure="Your documents could not be loaded"
      skeleton={<Skeleton height={640} radius="lg" />}
    >
      {(documents) => (
        <div className={classes.documents}>
          <Summary documents={documents} />
          <Cards heading={heading} types={REQUIRED} isRequired documents={documents} />
          <details className={classes.more}>
            <summary>Other documents, if we asked you for one</summary>
            <Cards heading={heading} types={OPTIONAL} isRequired={false} documents={documents} />
          </details>
          <Tips heading={heading} />
        </div>
      )}
    </DataPanel>
  )
}

function Cards(props: {
  heading: 'h2' | 'h3'
  types: readonly DocumentType[]
  isRequired: boolean
  documents: DriverDocumentOut[]
}) {
  return (
    <div className={classes.cards}>
      {props.types.map((type) => {
        const present = props.documents.filter((each) => each.type === type)
        const approved = present.find(({ status }) => status === 'approved')
        return (
          <DocumentCard
            key={type}
            heading={props.heading}
            type={type}
            isRequired={props.isRequired}
            document={present.find(({ status }) => status !== 'approved') ?? approved}
            approved={approved}
          />
        )
      })}
    </div>
  )
}

function Summary({ documents }: { documents: DriverDocumentOut[] }) {
  const approved = REQUIRED.filter((type) =>
    documents.some((each) => each.type === type && documentStatus(each) === 'approved'),
  ).length
  return (
    <div className={classes.summary}>
      <p id="documents-progress">
        {approved} of {REQUIRED.length} required documents approved
      </p>
      <progress value={approved} max={REQUIRED.length} aria-labelledby="documents-progress" />
    </div>
  )
}

function Tips({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <div className={classes.tips}>
      <Heading>Tips</Heading>
      <ul>
        <li>Lay a document flat in daylight, without a flash, and take in all four corners.</li>
        <li>JPG, PNG or PDF, up to 10 MB. You can drop a file on its card.</li>
        <li>A PDF must not have a password.</li>
        <li>Everything must be readable, also the small print with number and dates.</li>
      </ul>
    </div>
  )
}
