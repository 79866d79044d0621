import { useQuery } from '@tanstack/react-query'
import { listDocumentsToReviewOptions } from '@/api/generated/@tanstack/react-query.gen'
import { Part } from '@/components/Part'
import { PersonLink } from '@/shared/admin/AdminLinks'
import classes from './Documents.module.css'
import { ReviewedDocument } from './ReviewedDocument'

const MOST = 20

/** Documents of applicants and drivers that nobody has decided about, the oldest first. Without any there is
 * nothing to see; what keeps the list from coming is told by the list of applications beside it. */
export function WaitingDocuments() {
  const { data } = useQuery(listDocumentsToReviewOptions({ query: { limit: MOST } }))
  if (!data || data.items.length === 0) return null
  return (
    <details className={classes.waiting}>
      <summary>
        Documents to review ({data.items.length}
        {data.next && ' or more'})
      </summary>
      {data.items.map(({ name, email, reviewed }) => (
        <Part key={reviewed.document.id} title={name || email}>
          <p className={classes.note}>
            <PersonLink id={reviewed.user_id}>{email}</PersonLink>
          </p>
          <ReviewedDocument reviewed={reviewed} />
        </Part>
      ))}
    </details>
  )
}
