import type {
  ApplicationFormIn,
  DayForm,
  PreferencesForm,
  ReferenceForm,
  VehicleColor,
  VehicleType,
  WeekForm,
} from '@/api/generated/types.gen'
import { centsOf } from '@/components/Money'
import { numberIn, wordsIn } from '@/components/written'
import { DAYS } from '@/shared/drivers/weekdays'

export const MOST_REFERENCES = 5

export type ReferenceValues = ReturnType<typeof referenceOf>
export type Values = ReturnType<typeof valuesOf>

/** The form as it is typed: numbers, days and lists as text. */
export function valuesOf({
  personal,
  license,
  vehicle,
  preferences,
  references,
}: ApplicationFormIn) {
  const { insurance, registration } = vehicle
  return {
    personal: {
      first_name: personal.first_name ?? '',
      last_name: personal.last_name ?? '',
      email: personal.email ?? '',
      phone: personal.phone ?? '',
      date_of_birth: personal.date_of_birth ?? '',
      ssn_last4: personal.ssn_last4 ?? '',
      street: personal.street ?? '',
      city: personal.city ?? '',
      state: personal.state ?? '',
      zip_code: personal.zip_code ?? '',
      emergency_contact: {
        name: personal.emergency_contact?.name ?? '',
        relationship: personal.emergency_contact?.relationship ?? '',
        phone: personal.emergency_contact?.phone ?? '',
      },
    },
    license: {
      number: license.number ?? '',
      state: license.state ?? '',
      expires_on: license.expires_on ?? '',
      years_of_experience: textOf(license.years_of_experience),
      is_commercial: license.is_commercial ?? false,
      endorsements: license.endorsements ?? '',
      restrictions: license.restrictions ?? '',
      accidents: textOf(license.accidents),
      violations: textOf(license.violations),
    },
    vehicle: {
      has_vehicle: vehicle.has_vehicle ?? true,
      type: vehicle.type ?? ('pickup' as VehicleType),
      make: vehicle.make ?? '',
      model: vehicle.model ?? '',
      year: textOf(vehicle.year),
      vin: vehicle.vin ?? '',
      plate: vehicle.plate ?? '',
      color: vehicle.color ?? ('' as VehicleColor | ''),
      capacity_pounds: textOf(vehicle.capacity_pounds),
      capacity_cubic_feet: textOf(vehicle.capacity_cubic_feet),
      features: linesOf(vehicle.features),
      insurance: {
        provider: insurance?.provider ?? '',
        policy_number: insurance?.policy_number ?? '',
        expires_on: insurance?.expires_on ?? '',
        coverage: insurance?.coverage_cents == null ? '' : String(insurance.coverage_cents / 100),
      },
      registration: {
        state: registration?.state ?? '',
        expires_on: registration?.expires_on ?? '',
      },
    },
    preferences: {
      availability: preferences.availability,
      preferred_areas: linesOf(preferences.preferred_areas),
      max_miles: textOf(preferences.max_miles),
      specialties: linesOf(preferences.specialties),
      languages: linesOf(preferences.languages),
    },
    references: references.map(referenceOf),
  }
}

export function referenceOf(reference: ReferenceForm = {}) {
  return {
    name: reference.name ?? '',
    phone: reference.phone ?? '',
    relationship: reference.relationship ?? '',
    email: reference.email ?? '',
    years_known: textOf(reference.years_known),
  }
}

/** What is sent. A number that is not one yet is left as nothing, so that what is half typed is no fault. */
export function bodyOf(values: Values): ApplicationFormIn {
  const { personal, license, vehicle, preferences, references } = values
  return {
    personal: { ...personal, date_of_birth: personal.date_of_birth || null },
    license: {
      ...license,
      expires_on: license.expires_on || null,
      years_of_experience: wholeIn(license.years_of_experience, MOST_YEARS) ?? 0,
      accidents: wholeIn(license.accidents, 99) ?? 0,
      violations: wholeIn(license.violations, 99) ?? 0,
    },
    vehicle: {
      ...vehicle,
      color: vehicle.color || null,
      year: wholeIn(vehicle.year, 9999),
      capacity_pounds: wholeIn(vehicle.capacity_pounds, 100_000) ?? 0,
      capacity_cubic_feet: wholeIn(vehicle.capacity_cubic_feet, 1_000_000) ?? 0,
      features: linesIn(vehicle.features),
      insurance: {
        provider: vehicle.insurance.provider,
        policy_number: vehicle.insurance.policy_number,
        expires_on: vehicle.insurance.expires_on || null,
        coverage_cents: coverageIn(vehicle.insurance.coverage),
      },
      registration: {
        state: vehicle.registration.state,
        expires_on: vehicle.registration.expires_on || null,
      },
    },
    preferences: {
      availability: weekOf(preferences.availability),
      preferred_areas: linesIn(preferences.preferred_areas),
      max_miles: wholeIn(preferences.max_miles, 500) ?? 0,
      specialties: linesIn(preferences.specialties),
      languages: linesIn(preferences.languages),
    },
    references: references.map((each) => ({
      ...each,
      years_known: wholeIn(each.years_known, MOST_YEARS),
    })),
  }
}

/** A time that was cleared is midnight until it is typed. */
function weekOf(week: PreferencesForm['availability']): WeekForm {
  const whole = ({ is_available, start, end }: DayForm): DayForm => ({
    is_available,
    start: start || '00:00',
    end: end || '00:00',
  })
  return Object.fromEntries(DAYS.map((day) => [day, whole(week[day])])) as unknown as WeekForm
}

function textOf(value: number | null | undefined): string {
  return value == null ? '' : String(value)
}

/** Ours, and the server's: of experience, and of knowing somebody. */
export const MOST_YEARS = 99

/** A whole number from 0 to *most*; null for anything else. */
export function wholeIn(written: string, most: number): number | null {
  const value = numberIn(written)
  return written.trim() && Number.isInteger(value) && value >= 0 && value <= most ? value : null
}

/** No more than any insurer covers; what is longer is a typing error that the server would refuse. */
function coverageIn(written: string): number | null {
  const cents = centsOf(written.replaceAll(',', ''))
  return cents !== null && cents <= 10_000_000_000 ? cents : null
}

const linesOf = (lines: string[] | undefined) => (lines ?? []).join(', ')
const linesIn = (written: string) =>
  wordsIn(written)
    .map((line) => line.slice(0, 60))
    .slice(0, 20)
