import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listItemPhotosOptions } from '@/api/generated/@tanstack/react-query.gen'
import { codeOf } from '@/api/problem'
import { PhotoGallery } from '@/shared/proof/PhotoGallery'
import classes from './OrderItems.module.css'

const MINUTE = 60_000

/** Photos of what is moved, for whom the order is shown with them; most orders have none. */
export function ItemPhotos({ orderId }: { orderId: string }) {
  const photos = useQuery({
    ...listItemPhotosOptions({ path: { order_id: orderId } }),
    // Their addresses end after five minutes.
    staleTime: 4 * MINUTE,
  })
  if (photos.isError && codeOf(photos.error) !== 'not_found') {
    return (
      <p className={classes.note}>
        Photos of the items could not be loaded.{' '}
        <Button variant="default" loading={photos.isFetching} onClick={() => void photos.refetch()}>
          Try Again
        </Button>
      </p>
    )
  }
  const named = (photos.data?.items ?? []).map((photo, index) => ({
    ...photo,
    name: `Photo ${index + 1} of the items`,
  }))
  return <PhotoGallery photos={named} />
}
