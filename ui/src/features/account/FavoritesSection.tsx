import { Button, Skeleton } from '@mantine/core'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { useChangeFavorite, useFavorites } from '@/shared/drivers/favorites'
import { formatRating } from '@/shared/drivers/rating'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'

/** Drivers who are shown first when they are free and fit. */
export function FavoritesSection() {
  const favorites = useFavorites()
  const { remove, isPending, error } = useChangeFavorite()
  return (
    <Section
      title="Favorite drivers"
      lead="Shown first when you book, if they are free and their vehicle fits."
    >
      <DataPanel
        query={favorites}
        failure="Your favorites could not be loaded"
        skeleton={<Skeleton height={56} radius="md" />}
        isEmpty={(list) => list.length === 0}
        empty={
          <p className={classes.note}>
            None yet. Add a driver on the page of an order that they delivered.
          </p>
        }
      >
        {(list) => (
          <ul className={classes.list}>
            {list.map((each) => (
              <li key={each.driver_id}>
                <span>
                  <span className={classes.value}>{each.name}</span>
                  <br />
                  <span className={classes.note}>
                    {each.rating === null ? 'Not rated yet' : `Rated ${formatRating(each.rating)}`}{' '}
                    · {vehicleLabel(each.vehicle)}
                  </span>
                </span>
                <Button
                  variant="default"
                  aria-label={`Remove ${each.name} from favorites`}
                  disabled={isPending}
                  onClick={() => remove(each.driver_id)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </DataPanel>
      {error && <FormErrorBox wait={0}>{sentenceOf(error)}</FormErrorBox>}
    </Section>
  )
}
