import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getOwnDriverQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import { updateOwnDriver } from '@/api/generated/sdk.gen'
import type { ProfileIn } from '@/api/generated/types.gen'
import { faultOf, fieldOf, sentenceOf } from '@/api/problem'

/**
 * Saves one part of the profile. The form's fields are named as in the request, so that what the
 * server refuses of one is said at that one; what it refuses of none is the *error*.
 */
export function useSaving<Values extends object>(
  form: UseFormReturnType<Values>,
  names: readonly string[],
) {
  const queries = useQueryClient()
  const [errorText, setErrorText] = useState<string | null>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    networkMode: 'always',
    mutationFn: async (body: ProfileIn) =>
      (await updateOwnDriver({ body, throwOnError: true })).data,
    onMutate: () => {
      setErrorText(null)
      return form.getValues()
    },
    onSuccess: (driver, _, sent) => {
      queries.setQueryData(getOwnDriverQueryKey(), driver)
      // What was typed meanwhile is still to be saved.
      form.resetDirty(sent)
    },
    onError: (error) => {
      const field = names.find((name) => isWithin(fieldOf(error), name))
      if (field === undefined) return setErrorText(sentenceOf(error))
      form.setFieldError(field, faultOf(error))
      form.getInputNode(field)?.focus()
    },
  })
  const bar = { error: errorText, isSaving: isPending, isSaved: isSuccess, isDirty: form.isDirty() }
  return { save: (body: ProfileIn) => mutate(body), bar }
}

/** `vehicle.features[2]` is of `vehicle.features`. */
function isWithin(field: string | undefined, name: string): boolean {
  return field === name || [`${name}.`, `${name}[`].some((start) => field?.startsWith(start))
}
