import { Button, Skeleton } from '@mantine/core'
import { IconArmchair, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listServicesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ServiceOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { formatStartingAt } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { LIST_PRICES } from '@/shared/fare/listPrices'
import page from './HomePage.module.css'
import classes from './Services.module.css'

const PICTURE = { small: IconPackage, large: IconArmchair } satisfies Record<
  ServiceOut['item_class'],
  unknown
>
const EXAMPLES = {
  small: 'A few boxes, a television, a chair, a bicycle.',
  large: 'A sofa, a bedroom, a whole apartment.',
} satisfies Record<ServiceOut['item_class'], string>

export function Services() {
  const { data, isError, error, isFetching, refetch } = useServices()
  return (
    <section className={page.section} aria-labelledby="services-title">
      <h2 id="services-title" className={page.heading}>
        Two sizes, one way to book
      </h2>
      <div className={classes.cards}>
        {data ? (
          data.items.map((service) => <ServiceCard key={service.item_class} service={service} />)
        ) : isError ? (
          <div className={classes.failed} role="alert">
            <p>The services could not be loaded. {sentenceOf(error)}</p>
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        ) : (
          <>
            <Skeleton className={classes.waiting} radius="lg" />
            <Skeleton className={classes.waiting} radius="lg" />
          </>
        )}
        {data?.items.length === 0 && (
          <p className={classes.failed}>No services are offered right now.</p>
        )}
      </div>
      {!isError && data?.items.length !== 0 && <p className={classes.note}>{LIST_PRICES}</p>}
    </section>
  )
}

function ServiceCard({ service }: { service: ServiceOut }) {
  const Picture = PICTURE[service.item_class]
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        <Picture size={44} stroke={1.4} aria-hidden="true" />
      </div>
      <div className={classes.words}>
        <h3>{service.label}</h3>
        <p>{EXAMPLES[service.item_class]}</p>
      </div>
      <p className={classes.price}>
        <span>starting at</span> <strong>{formatStartingAt(service.starting_at_cents)}</strong>
      </p>
      <ButtonLink
        to="/book-service"
        search={{ service: service.item_class }}
        variant="default"
        className={classes.book}
      >
        Book {service.label}
      </ButtonLink>
    </article>
  )
}

export function useServices() {
  return useQuery({ ...listServicesOptions(), staleTime: 5 * 60_000 })
}
