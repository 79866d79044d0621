import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addFavoriteDriverMutation,
  listFavoriteDriversOptions,
  removeFavoriteDriverMutation,
} from '@/api/generated/@tanstack/react-query.gen'
import type { FavoriteOut } from '@/api/generated/types.gen'

/** One's favorite drivers: there are never so many that they need pages. */
export function useFavorites() {
  return useQuery({
    ...listFavoriteDriversOptions(),
    select: ({ items }): FavoriteOut[] => items,
  })
}

/** Adds a driver to the favorites, or takes them off. */
export function useChangeFavorite() {
  const queries = useQueryClient()
  const onSettled = () =>
    queries.invalidateQueries({ queryKey: listFavoriteDriversOptions().queryKey })
  const adding = useMutation({ ...addFavoriteDriverMutation(), onSettled })
  const removing = useMutation({ ...removeFavoriteDriverMutation(), onSettled })
  return {
    isPending: adding.isPending || removing.isPending,
    error: adding.error ?? removing.error,
    add: (driverId: string) => adding.mutate({ path: { driver_id: driverId } }),
    remove: (driverId: string) => removing.mutate({ path: { driver_id: driverId } }),
  }
}
