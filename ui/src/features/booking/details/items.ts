import type { ItemIn, ItemOut, ItemPresetOut } from '@/api/generated/types.gen'
import type { Details, ItemLine } from '../draft/draft'

export type Preset = ItemPresetOut

/** Ours, as the server has it: pieces of one line. */
export const MOST_PIECES = 99
/** Ours, as the server has it: lines of one list. */
export const MOST_LINES = 100

export const CATEGORY_LABEL = {
  everyday: 'Everyday',
  boxes: 'Boxes',
  living_room: 'Living room',
  bedroom: 'Bedroom',
  kitchen_dining: 'Kitchen',
  appliances: 'Appliances',
  office: 'Office',
  electronics: 'Electronics',
  outdoor_sports: 'Outdoor',
} satisfies Record<Preset['category'], string>

/** So many more of it: a line of the same thing counts up, and keeps what was said of it. */
export function withPreset(items: ItemLine[], preset: Preset, pieces = 1): ItemLine[] {
  const known = items.findIndex((line) => line.preset === preset.id)
  if (known >= 0) return counted(items, known, (items[known]?.quantity ?? 0) + pieces)
  const { length, width, height } = preset.dimensions
  const line: ItemLine = {
    preset: preset.id,
    description: preset.name,
    quantity: pieces,
    pounds: preset.weight,
    dimensions: { length, width, height },
    fragile: preset.fragile,
    assembly: preset.assembly,
  }
  return items.length < MOST_LINES ? [...items, line] : items
}

/** Something that is not in the list. What nobody weighs has the usual weight of its size (BKG-15). */
export function withOwn(items: ItemLine[], description: string, pieces = 1): ItemLine[] {
  const line: ItemLine = {
    preset: null,
    description: description.trim(),
    quantity: pieces,
    pounds: null,
    dimensions: { length: null, width: null, height: null },
    fragile: false,
    assembly: false,
  }
  return items.length < MOST_LINES ? [...items, line] : items
}

/** With another number of pieces of a line; none takes it out. */
export function counted(items: ItemLine[], place: number, quantity: number): ItemLine[] {
  if (quantity < 1) return items.filter((_, at) => at !== place)
  return changedLine(items, place, { quantity: Math.min(quantity, MOST_PIECES) })
}

/** The same for a usual item, which has one line. */
export function countedPreset(items: ItemLine[], preset: Preset, quantity: number): ItemLine[] {
  const place = items.findIndex((line) => line.preset === preset.id)
  return place < 0 ? items : counted(items, place, quantity)
}

export function changedLine(items: ItemLine[], place: number, part: Partial<ItemLine>): ItemLine[] {
  return items.map((line, at) => (at === place ? { ...line, ...part } : line))
}

/** A line as the server takes it. */
export function itemIn(line: ItemLine): ItemIn {
  const { length, width, height } = line.dimensions
  return {
    preset: line.preset,
    description: line.description,
    quantity: line.quantity,
    weight: line.pounds,
    dimensions: length && width && height ? { length, width, height } : null,
    fragile: line.fragile,
    assembly: line.assembly,
  }
}

/** A line of an order that was booked before, to be booked again. */
export function lineOf(item: ItemOut): ItemLine {
  return {
    preset: item.preset,
    description: item.description,
    quantity: item.quantity,
    pounds: item.weight,
    dimensions: item.dimensions ?? { length: null, width: null, height: null },
    fragile: item.fragile,
    assembly: item.assembly,
  }
}

/** What is carried, in one line: the list, or the customer's own words where there is none. */
export function inWords({ items, description }: Details): string {
  if (items.length === 0) return description.trim()
  return items
    .map(({ quantity, description: name }) => (quantity === 1 ? name : `${quantity} x ${name}`))
    .join(', ')
}
