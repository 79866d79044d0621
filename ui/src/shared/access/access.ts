import type { StopAccessOut } from '@/api/generated/types.gen'

/** How to get to the door at one end: empty and null are not given. */
export type Access = StopAccessOut

export const NO_ACCESS: Access = {
  unit: '',
  floor: null,
  floor_access: null,
  gate_code: '',
  contact_name: '',
  contact_phone: '',
  note: '',
}

/** As the server bounds them, in characters and floors. */
export const ACCESS_LIMITS = {
  unit: 40,
  gate_code: 40,
  contact_name: 100,
  contact_phone: 32,
  note: 500,
  floor: { min: -5, max: 200 },
} as const

const BY = { elevator: 'elevator', stairs: 'stairs' } satisfies Record<
  NonNullable<Access['floor_access']>,
  string
>

/** Without spaces around it; undefined where nothing is given. */
export function givenAccess(access: Access): Access | undefined {
  const given: Access = {
    ...access,
    unit: access.unit.trim(),
    gate_code: access.gate_code.trim(),
    contact_name: access.contact_name.trim(),
    contact_phone: access.contact_phone.trim(),
    note: access.note.trim(),
  }
  return Object.values(given).some((value) => value !== '' && value !== null) ? given : undefined
}

/** The door, in a few words: “Apt 4B, floor 4, elevator”. */
export function doorOf(access: Access): string {
  const words = [
    unitWords(access.unit.trim()),
    floorWords(access.floor),
    access.floor_access && BY[access.floor_access],
  ].filter((part): part is string => Boolean(part))
  return sentence(words.join(', '))
}

/** All that is given, in one line. */
export function accessLine(access: Access): string {
  const contact = [access.contact_name.trim(), access.contact_phone.trim()].filter(Boolean)
  return [
    doorOf(access),
    access.gate_code.trim() && `Code ${access.gate_code.trim()}`,
    contact.join(', '),
    access.note.trim(),
  ]
    .filter(Boolean)
    .join(' · ')
}

function unitWords(unit: string): string {
  return /^[#\w-]{1,5}$/.test(unit) ? `Apt ${unit}` : unit
}

function floorWords(floor: number | null): string | null {
  if (floor === null) return null
  return floor >= 1 ? `floor ${floor}` : `basement level ${1 - floor}`
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
