import { Button, Skeleton } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { TrackedDriverOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Notice } from '@/components/Notice'
import { useChangeFavorite, useFavorites } from '@/shared/drivers/favorites'
import classes from './EndedOrder.module.css'

/** Whoever delivered well can be shown first the next time. */
export function FavoriteButton({ driver }: { driver: TrackedDriverOut }) {
  const { data, isLoading } = useFavorites()
  const { add, remove, isPending, error } = useChangeFavorite()
  // What stands below does not move when the answer comes.
  if (!data) return isLoading ? <Skeleton height={44} radius="md" /> : null
  const isFavorite = data.some(({ driver_id }) => driver_id === driver.id)
  return (
    <>
      <Button
        variant="default"
        className={classes.again}
        aria-pressed={isFavorite}
        loading={isPending}
        leftSection={
          isFavorite ? (
            <IconHeartFilled size={18} aria-hidden="true" />
          ) : (
            <IconHeart size={18} aria-hidden="true" />
          )
        }
        onClick={() => (isFavorite ? remove(driver.id) : add(driver.id))}
      >
        {isFavorite ? 'In your favorites' : 'Add to favorites'}
      </Button>
      {error && (
        <Notice kind="problem" title="Your favorites could not be changed">
          {sentenceOf(error)}
        </Notice>
      )}
    </>
  )
}
