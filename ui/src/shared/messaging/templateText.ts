import type { TemplateOut } from '@/api/generated/types.gen'

export const MINUTES = ['5', '10', '15', '20', '30', '45'] as const

/** How the place of a variable reads until the server has filled it in. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  customer_name: 'customer’s name',
  driver_name: 'driver’s name',
  order_number: 'order number',
  pickup_address: 'pickup address',
  dropoff_address: 'drop-off address',
  minutes: 'minutes to arrival',
  delay_minutes: 'minutes',
  rate_url: 'link',
}

export type Part = { text: string; isOpen: boolean }

/** The template with what is known in its places; the others stand open, in words. */
export function partsOf(
  { message }: Pick<TemplateOut, 'message'>,
  values: Readonly<Record<string, string | undefined>>,
): Part[] {
  return message.split(/(\{[a-z_]+\})/).flatMap((piece): Part[] => {
    const name = /^\{([a-z_]+)\}$/.exec(piece)?.[1]
    if (name === undefined) return piece === '' ? [] : [{ text: piece, isOpen: false }]
    const value = values[name]
    if (value) return [{ text: value, isOpen: false }]
    return [{ text: `[${PLACEHOLDERS[name] ?? name.replaceAll('_', ' ')}]`, isOpen: true }]
  })
}

export function templateText(
  template: TemplateOut,
  values: Readonly<Record<string, string | undefined>>,
) {
  return partsOf(template, values)
    .map(({ text }) => text)
    .join('')
}

const QUESTION: Readonly<Record<string, string>> = {
  delay_minutes: 'How many minutes late?',
  minutes: 'How many minutes until you are there?',
}

/** How the sender is asked for what the server does not know. */
export function questionOf(variable: string): string {
  return QUESTION[variable] ?? PLACEHOLDERS[variable] ?? variable.replaceAll('_', ' ')
}

const IN_VARIABLES = 'variables.'

/** Which variable a refusal is about, such as the minutes to a stop that nobody drives to yet. */
export function variableIn(param: string | null): string | null {
  return param?.startsWith(IN_VARIABLES) ? param.slice(IN_VARIABLES.length) : null
}
