import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listChangedDriversOptions } from '@/api/generated/@tanstack/react-query.gen'
import { lookAtDriver } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { PersonLink } from '@/shared/admin/AdminLinks'
import { Plate } from '@/shared/drivers/Plate'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import classes from './Applications.module.css'

const MOST = 20

/** Approved drivers whose vehicle or plate is another than what was looked at; nothing where there are none. */
export function ChangedDrivers() {
  const queries = useQueryClient()
  const changed = useQuery(listChangedDriversOptions({ query: { limit: MOST } }))
  const look = useMutation({
    mutationFn: (driver_id: string) => lookAtDriver({ path: { driver_id }, throwOnError: true }),
    onSettled: () => queries.invalidateQueries(),
  })
  const drivers = changed.data?.items ?? []
  if (drivers.length === 0) return null
  return (
    <Part title="Changed since approval">
      <p className={classes.note}>
        They drive on. Look at what they changed; suspend whom it does not fit from their page.
      </p>
      {look.isError && <FormErrorBox wait={0}>{sentenceOf(look.error)}</FormErrorBox>}
      <ul className={classes.changed}>
        {drivers.map((driver) => (
          <li key={driver.driver_id}>
            <div>
              <PersonLink id={driver.user_id}>{driver.name}</PersonLink>
              <p className={classes.note}>
                {vehicleLabel(driver.vehicle)}
                {driver.changed_since && ` · ${dayAndTime(driver.changed_since, Date.now())}`}
              </p>
              <Plate plate={driver.license_plate} />
            </div>
            <Button
              variant="default"
              loading={look.isPending && look.variables === driver.driver_id}
              onClick={() => look.mutate(driver.driver_id)}
              aria-label={`Looked at ${driver.name}`}
            >
              Looked At
            </Button>
          </li>
        ))}
      </ul>
      {changed.data?.next && <p className={classes.note}>There are more behind these.</p>}
    </Part>
  )
}
