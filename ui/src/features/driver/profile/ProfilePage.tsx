import '@mantine/core/styles/Input.layer.css'
import type { DriverOut } from '@/api/generated/types.gen'
import { PageFrame } from '@/components/PageFrame'
import { ButtonLink } from '@/components/RouterLink'
import { Section } from '@/components/Section'
import { OwnDocuments } from '@/shared/driver-documents/OwnDocuments'
import { Credentials } from './Credentials'
import { CurbForm } from './CurbForm'
import { HoursForm } from './HoursForm'
import { PhotoForm } from './PhotoForm'
import { RatesForm } from './RatesForm'
import { VehicleForm } from './VehicleForm'

/** /driver-dashboard/profile: what drivers change of their own profile (DRV-10). */
export function ProfilePage({ driver }: { driver: DriverOut }) {
  return (
    <PageFrame
      title="Driver profile"
      lead="What customers are matched by. Jobs that you have keep what they were booked with."
      actions={
        <ButtonLink to="/driver-dashboard" variant="default">
          Driver Dashboard
        </ButtonLink>
      }
    >
      <Section
        title="Vehicle"
        lead="What you drive, and what fits in. Customers see make and model."
      >
        <VehicleForm driver={driver} />
      </Section>
      <Section
        title="At the curb"
        lead="What customers look for when you come. They see photo and plate once you accept, people they share the trip with while you drive, and other drivers never."
      >
        <PhotoForm driver={driver} />
        <CurbForm driver={driver} />
      </Section>
      <Section
        title="Documents"
        lead="Send the next one before one expires. Yours stays valid until we have approved the new one."
      >
        <OwnDocuments />
      </Section>
      <Section
        title="Working hours"
        lead="When you can be booked, on New York’s clocks. An end before the start is on the next day. Same start and end means 24 hours."
      >
        <HoursForm driver={driver} />
      </Section>
      <Section
        title="Carrier credentials"
        lead="Moves and trips across state lines are offered to drivers with these: a USDOT number across state lines, a certificate of the state within one, and insurance of at least $100,000. We check what you add."
      >
        <Credentials />
      </Section>
      <Section title="Rates" lead="Your estimate for a job, which customers compare you by.">
        <RatesForm driver={driver} />
      </Section>
    </PageFrame>
  )
}
