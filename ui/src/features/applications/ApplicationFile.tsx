import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getApplicationOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ApplicationFormIn, DayForm, ReviewedApplicationOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { Fact, Facts, Part } from '@/components/Part'
import { PersonLink } from '@/shared/admin/AdminLinks'
import { VEHICLE_NAME } from '@/shared/drivers/VehicleSilhouette'
import { COLORS } from '@/shared/drivers/vehicleColors'
import classes from './Applications.module.css'
import { Decision } from './Decision'
import { DecodedVin } from './DecodedVin'
import { Documents } from './documents/Documents'
import { useScreening } from './screening/queries'
import { ScreeningSection } from './screening/ScreeningSection'
import { APPLICATION_STATUSES } from './search'
import { TrainingSection } from './training/TrainingSection'

/** One application with what it says and its decision. */
export function ApplicationFile(props: {
  applicationId: string
  onClose: () => void
  onNext: (applicationId: string) => void
}) {
  const query = useQuery(getApplicationOptions({ path: { application_id: props.applicationId } }))
  const screening = useScreening(props.applicationId)
  return (
    <div className={classes.file}>
      <Button
        variant="subtle"
        color="gray"
        className={classes.back}
        leftSection={<IconArrowLeft size={18} />}
        onClick={props.onClose}
      >
        All applications
      </Button>
      <DataPanel
        query={query}
        failure="The application could not be loaded"
        skeleton={<FileToCome />}
      >
        {(application) =>
          // The decision shows what the check allows: it comes whole, and nothing under it moves.
          screening.isPending ? (
            <FileToCome />
          ) : (
            <Opened application={application} onClose={props.onClose} onNext={props.onNext} />
          )
        }
      </DataPanel>
    </div>
  )
}

function FileToCome() {
  return <Skeleton height={640} radius="lg" />
}

function Opened(props: {
  application: ReviewedApplicationOut
  onClose: () => void
  onNext: (applicationId: string) => void
}) {
  const { application, onClose, onNext } = props
  const { form, status, remark, problems, reviewer_name } = application
  const { personal } = form
  return (
    <>
      <header className={classes.head}>
        <h2>
          <PersonLink id={application.user_id}>
            {personal.first_name} {personal.last_name}
          </PersonLink>
        </h2>
        <span className={classes.status}>
          {status === 'draft' ? '' : APPLICATION_STATUSES[status]}
          {status === 'under_review' && reviewer_name && ` by ${reviewer_name}`}
        </span>
      </header>
      {(remark || problems.length > 0) && (
        <Notice kind="news" title="Look at this again">
          {remark && <p>{remark}</p>}
          {problems.map(({ field, reason }) => (
            <p key={field}>
              <code>{field}</code> {reason}.
            </p>
          ))}
        </Notice>
      )}
      <div className={classes.parts}>
        <Decision application={application} onClose={onClose} onNext={onNext} />
        <Documents applicationId={application.id} />
        <ScreeningSection applicationId={application.id} />
        <TrainingSection applicationId={application.id} />
        <Person form={form} />
        <DriversLicense form={form} />
        <Vehicle form={form} applicationId={application.id} />
        <References form={form} />
        <Preferences form={form} />
      </div>
    </>
  )
}

type Props = { form: ApplicationFormIn }

function Person({ form: { personal } }: Props) {
  const contact = personal.emergency_contact
  return (
    <Part title="Personal information">
      <Facts>
        <Fact term="Born">{personal.date_of_birth}</Fact>
        <Fact term="SSN">ends in {personal.ssn_last4}</Fact>
        <Fact term="Email">{personal.email}</Fact>
        <Fact term="Phone">{personal.phone}</Fact>
        <Fact term="Address">
          {personal.street}, {personal.city}, {personal.state} {personal.zip_code}
        </Fact>
        {contact?.name && (
          <Fact term="Emergency contact">
            {contact.name} ({contact.relationship}), {contact.phone}
          </Fact>
        )}
      </Facts>
    </Part>
  )
}

function DriversLicense({ form: { license } }: Props) {
  return (
    <Part title="Driver’s license">
      <Facts>
        <Fact term="Number">
          {license.number} ({license.state})
        </Fact>
        <Fact term="Expires">{license.expires_on}</Fact>
        <Fact term="Years of experience">{license.years_of_experience}</Fact>
        <Fact term="Commercial (CDL)">{license.is_commercial ? 'Yes' : 'No'}</Fact>
        {license.endorsements && <Fact term="Endorsements">{license.endorsements}</Fact>}
        {license.restrictions && <Fact term="Restrictions">{license.restrictions}</Fact>}
        <Fact term="Accidents in 5 years">{license.accidents}</Fact>
        <Fact term="Violations in 5 years">{license.violations}</Fact>
      </Facts>
    </Part>
  )
}

function Vehicle({ form: { vehicle }, applicationId }: Props & { applicationId: string }) {
  const { insurance, registration } = vehicle
  return (
    <Part title="Vehicle">
      <Facts>
        <Fact term="Vehicle">
          {[vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')}
        </Fact>
        {vehicle.has_vehicle ? (
          <>
            <Fact term="Type">{vehicle.type && VEHICLE_NAME[vehicle.type]}</Fact>
            {vehicle.color && <Fact term="Color">{COLORS[vehicle.color]}</Fact>}
            <Fact term="VIN">{vehicle.vin}</Fact>
            {vehicle.vin && <DecodedVin applicationId={applicationId} />}
            {vehicle.plate && <Fact term="License plate">{vehicle.plate}</Fact>}
            <Fact term="Capacity">
              {vehicle.capacity_pounds} lb, {vehicle.capacity_cubic_feet} cubic feet
            </Fact>
            {vehicle.features && vehicle.features.length > 0 && (
              <Fact term="Equipment">{vehicle.features.join(', ')}</Fact>
            )}
            <Fact term="Insurance">
              {[insurance?.provider, insurance?.policy_number].filter(Boolean).join(', ')}
            </Fact>
            {insurance?.expires_on && <Fact term="Insured until">{insurance.expires_on}</Fact>}
            {insurance?.coverage_cents != null && (
              <Fact term="Liability coverage">{formatCents(insurance.coverage_cents)}</Fact>
            )}
            {registration?.state && (
              <Fact term="Registered">
                {[registration.state, registration.expires_on].filter(Boolean).join(' until ')}
              </Fact>
            )}
          </>
        ) : (
          <Fact term="Owned">No vehicle of their own</Fact>
        )}
      </Facts>
    </Part>
  )
}

function References({ form: { references } }: Props) {
  return (
    <Part title="References">
      <Facts>
        {references
          .filter(({ name, phone }) => name || phone)
          .map(({ name, phone, relationship, email, years_known }) => (
            <Fact key={`${name} ${phone}`} term={name ?? ''}>
              {[relationship, phone, email, years_known != null && `known for ${years_known} years`]
                .filter(Boolean)
                .join(', ')}
            </Fact>
          ))}
      </Facts>
    </Part>
  )
}

function Preferences({ form: { preferences } }: Props) {
  const { availability, preferred_areas, max_miles, specialties, languages } = preferences
  return (
    <Part title="Weekly availability">
      <Facts>
        {(Object.entries(availability) as [string, DayForm][]).map(([day, hours]) => (
          <Fact key={day} term={day[0]?.toUpperCase() + day.slice(1)}>
            {hours.is_available ? `${hours.start} to ${hours.end}` : 'Day off'}
          </Fact>
        ))}
        {preferred_areas && preferred_areas.length > 0 && (
          <Fact term="Areas">{preferred_areas.join(', ')}</Fact>
        )}
        <Fact term="Most miles">{max_miles}</Fact>
        {specialties && specialties.length > 0 && (
          <Fact term="Specialties">{specialties.join(', ')}</Fact>
        )}
        <Fact term="Languages">{languages?.join(', ')}</Fact>
      </Facts>
    </Part>
  )
}
