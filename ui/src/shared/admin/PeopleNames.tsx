import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { listPersonNamesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { PersonNameOut } from '@/api/generated/types.gen'
import { isPersonId } from './ids'

/** So many ids fit in an address that every proxy lets through. */
const NAMED_AT_ONCE = 50

const Names = createContext<ReadonlyMap<string, string>>(new Map())

/**
 * Gives the links of people inside it their names. Whose name is not known, or was erased, keeps the id. Older
 * pages of a list come after the newer ones, so that what was asked stays asked.
 */
export function PeopleNames({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const wanted = [...new Set(ids.filter(isPersonId))]
  const names = useQueries({
    queries: inParts(wanted).map((id) => listPersonNamesOptions({ query: { id } })),
    combine: named,
  })
  return <Names value={names}>{children}</Names>
}

export function useNameOf(id: string): string | undefined {
  return useContext(Names).get(id)
}

function inParts(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / NAMED_AT_ONCE)
  return Array.from({ length: count }, (_, part) =>
    ids.slice(part * NAMED_AT_ONCE, (part + 1) * NAMED_AT_ONCE),
  )
}

function named(answers: { data?: PersonNameOut[] | undefined }[]): ReadonlyMap<string, string> {
  return new Map(answers.flatMap(({ data }) => data ?? []).map(({ id, name }) => [id, name]))
}
