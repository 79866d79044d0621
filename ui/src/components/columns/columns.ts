import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** What stands in a column of a list, beside its name. */
export type Column<T> = {
  label: string
  /** How wide it is at least. */
  rem: number
  /** Figures stand below each other by their ends. */
  isFigure?: boolean
  cell: (item: T) => ReactNode
}

/** The columns of a list by their words, in their order. The lead stands first in every line and cannot go. */
export type Columns<T, Word extends string> = {
  /** The list's word in the browser's storage. */
  list: string
  lead: Word
  usual: readonly Word[]
  every: Record<Word, Column<T>>
}

/** Which columns are shown, and how to choose others. The choice stays in this browser. */
export type ChosenColumns<Word extends string> = {
  shown: Word[]
  choose: (columns: Word[]) => void
}

export function useColumns<T, Word extends string>(columns: Columns<T, Word>): ChosenColumns<Word> {
  const usual = shownOf(columns, columns.usual)
  const [shown, setShown] = useLocalStorage<Word[]>({
    key: `haulage.columns.${columns.list}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: (text) => storedColumns(columns, text) ?? usual,
  })
  return { shown, choose: (chosen) => setShown(shownOf(columns, chosen)) }
}

/** In the list's own order, and with its lead. */
function shownOf<T, Word extends string>(
  { every, lead }: Columns<T, Word>,
  chosen: readonly string[],
): Word[] {
  const words = Object.keys(every) as Word[]
  return [lead, ...words.filter((word) => word !== lead && chosen.includes(word))]
}

/** What an older version or somebody else wrote there may be anything. */
function storedColumns<T, Word extends string>(columns: Columns<T, Word>, text?: string) {
  try {
    const stored: unknown = JSON.parse(text ?? '')
    if (!Array.isArray(stored)) return undefined
    return shownOf(columns, stored.map(String))
  } catch {
    return undefined
  }
}

/** The names of all columns, as the choice of a file shows them. */
export function labelsOf<T, Word extends string>({ every }: Columns<T, Word>) {
  return Object.fromEntries(
    Object.entries<Column<T>>(every).map(([word, { label }]) => [word, label]),
  ) as Record<Word, string>
}
