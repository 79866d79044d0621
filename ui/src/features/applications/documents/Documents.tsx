import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listApplicationDocumentsOptions } from '@/api/generated/@tanstack/react-query.gen'
import { CASE_REFETCH_MS } from '@/api/refetchIntervals'
import { DataPanel } from '@/components/DataPanel'
import { Part } from '@/components/Part'
import { DOCUMENTS, REQUIRED } from '@/shared/driver-documents/documents'
import classes from './Documents.module.css'
import { ReviewedDocument } from './ReviewedDocument'

/** What an applicant has handed in, each beside what their application says. */
export function Documents({ applicationId }: { applicationId: string }) {
  const query = useQuery({
    ...listApplicationDocumentsOptions({ path: { application_id: applicationId } }),
    select: ({ items }) => items,
    refetchInterval: CASE_REFETCH_MS,
  })
  return (
    <div className={classes.wide}>
      <Part title="Documents">
        <DataPanel
          query={query}
          failure="The documents could not be loaded"
          skeleton={<Skeleton height={320} radius="lg" />}
        >
          {(documents) => {
            const missing = REQUIRED.filter(
              (type) => !documents.some(({ document }) => document.type === type),
            )
            return (
              <>
                {missing.length > 0 && (
                  <p className={classes.note}>
                    Not handed in: {missing.map((type) => DOCUMENTS[type].label).join(', ')}.
                  </p>
                )}
                {documents.map((reviewed) => (
                  <ReviewedDocument key={reviewed.document.id} reviewed={reviewed} />
                ))}
              </>
            )
          }}
        </DataPanel>
      </Part>
    </div>
  )
}
