import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { listPersonNamesOptions } from '@/api/generated/@tanstack/react-query.gen'
import { isPersonId } from './ids'

/** As many as are asked for at once; the others of a long list keep their ids. */
const MAX_NAMED = 200

const Names = createContext<ReadonlyMap<string, string>>(new Map())

/** Gives the links of people inside it their names. Whose name is not known, or was erased, keeps the id. */
export function PeopleNames({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const wanted = [...new Set(ids.filter(isPersonId))].sort().slice(0, MAX_NAMED)
  const { data } = useQuery({
    ...listPersonNamesOptions({ query: { id: wanted } }),
    enabled: wanted.length > 0,
    placeholderData: (before) => before,
  })
  const names = new Map(data?.map(({ id, name }) => [id, name]))
  return <Names value={names}>{children}</Names>
}

export function useNameOf(id: string): string | undefined {
  return useContext(Names).get(id)
}
