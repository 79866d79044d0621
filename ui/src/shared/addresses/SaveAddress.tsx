import { Button, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addAddress } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import { type Access, givenAccess } from '@/shared/access/access'
import { endOf, type Location } from '@/shared/places/location'
import classes from './SaveAddress.module.css'
import { LONGEST_NAME, USUAL_NAMES, useAddressesChanged, useKnownAddresses } from './savedAddresses'
import { isSavedId } from './savedLocation'

const focused = (element: HTMLElement | null) => element?.focus()

/** Saves a chosen place with the way to its door under a name: one tap for Home and Work. */
export function SaveAddress({ place, access }: { place: Location; access: Access }) {
  /** What is shown; once closed again, the opener takes the focus. */
  const [asking, setAsking] = useState<'not yet' | 'open' | 'closed'>('not yet')
  const [name, setName] = useState('')
  const known = useKnownAddresses()
  const changed = useAddressesChanged()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (given: string) =>
      addAddress({
        body: { name: given, place: endOf(place), access: givenAccess(access) },
        throwOnError: true,
      }),
    onSuccess: ({ data }) => {
      toast.success(`Saved as ${data.name}.`, { id: 'address' })
      setAsking('closed')
      setName('')
      return changed()
    },
  })
  if (isSavedId(place.place_id)) return null
  if (asking !== 'open') {
    return (
      <Button
        ref={asking === 'closed' ? focused : undefined}
        variant="subtle"
        className={classes.opener}
        leftSection={<IconBookmark size={18} aria-hidden="true" />}
        onClick={() => setAsking('open')}
      >
        Save this address
      </Button>
    )
  }
  const taken = new Set(known.map((saved) => saved.name.toLowerCase()))
  return (
    <div className={classes.asking}>
      <TextInput
        ref={focused}
        label="Save as"
        placeholder="Home, Work, Storage…"
        size="md"
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        error={error && sentenceOf(error)}
        onChange={(event) => {
          reset()
          setName(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || name.trim() === '') return
          event.preventDefault()
          mutate(name.trim())
        }}
      />
      <div className={classes.choices}>
        {USUAL_NAMES.filter((usual) => !taken.has(usual.toLowerCase())).map((usual) => (
          <Button key={usual} variant="default" disabled={isPending} onClick={() => mutate(usual)}>
            {usual}
          </Button>
        ))}
        <Button
          variant="default"
          loading={isPending}
          disabled={name.trim() === ''}
          onClick={() => mutate(name.trim())}
        >
          Save
        </Button>
        <Button variant="subtle" onClick={() => setAsking('closed')}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
