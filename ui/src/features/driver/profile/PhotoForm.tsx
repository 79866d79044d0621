import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getOwnDriverQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import { removeOwnPhoto, replaceOwnPhoto } from '@/api/generated/sdk.gen'
import type { DriverOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { confirm } from '@/components/confirm'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { DriverPhoto } from '@/shared/drivers/DriverPhoto'
import { ownPhoto } from '@/shared/drivers/photoSources'
import { shrunk, UnreadablePhoto } from '@/shared/proof/photo'
import classes from './PhotoForm.module.css'

/** The driver's photo from the camera or a file; the server cuts it square around its middle. */
export function PhotoForm({ driver }: { driver: DriverOut }) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, isSuccess, error } = usePhotoChange()
  const has = driver.photo_id !== null
  const remove = async () => {
    const yes = await confirm({
      title: 'Remove your photo?',
      children: 'Customers see your initials instead.',
      confirm: 'Remove photo',
      cancel: 'Keep photo',
      isDangerous: true,
    })
    if (yes) mutate(null)
  }
  return (
    <div className={classes.form}>
      <DriverPhoto name={driver.name} source={ownPhoto(driver)} size={96} />
      <div className={classes.words}>
        <p className={classes.hint}>
          A JPEG, PNG or WebP picture of your face, up to 10 MB. It is cut square around its middle.
        </p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Photo of you"
          className={classes.input}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            currentTarget.value = ''
            if (file) mutate(file)
          }}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={isPending}
            leftSection={<IconCamera size={18} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {has ? 'Replace photo' : 'Add photo'}
          </Button>
          {has && (
            <Button
              variant="subtle"
              color="red.9"
              c="var(--hl-bad)"
              disabled={isPending}
              onClick={() => void remove()}
            >
              Remove photo
            </Button>
          )}
        </div>
        {error && <FormErrorBox wait={0}>{wordsOf(error)}</FormErrorBox>}
        <FormSuccess>
          {isSuccess && !isPending && (has ? 'Photo saved.' : 'Photo removed.')}
        </FormSuccess>
      </div>
    </div>
  )
}

/** Sends a picture, or removes the one that there is with null. */
function usePhotoChange() {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (file: File | null) => {
      if (file === null) return (await removeOwnPhoto({ throwOnError: true })).data
      const { blob, url } = await shrunk(file)
      URL.revokeObjectURL(url)
      return (await replaceOwnPhoto({ body: blob, throwOnError: true })).data
    },
    onSuccess: (driver) => queries.setQueryData(getOwnDriverQueryKey(), driver),
  })
}

function wordsOf(error: unknown): string {
  return error instanceof UnreadablePhoto ? error.message : sentenceOf(error)
}
