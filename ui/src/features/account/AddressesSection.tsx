import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addAddress, changeAddress, removeAddress } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { toast } from '@/components/toast'
import { AccessDetails } from '@/shared/access/AccessDetails'
import { AccessFields } from '@/shared/access/AccessFields'
import { givenAccess, NO_ACCESS } from '@/shared/access/access'
import {
  LONGEST_NAME,
  useAddressesChanged,
  useSavedAddresses,
} from '@/shared/addresses/savedAddresses'
import { locationOfSaved, type SavedAddress } from '@/shared/addresses/savedLocation'
import { AddressInput } from '@/shared/places/AddressInput'
import { endOf } from '@/shared/places/location'

/** Home, Work and others, with the way to each door: booking offers them first. */
export function AddressesSection() {
  const addresses = useSavedAddresses()
  /** The address in the form; null is a new one, undefined none. */
  const [edited, setEdited] = useState<SavedAddress | null>()
  const close = () => setEdited(undefined)
  return (
    <Section
      title="Saved addresses"
      lead="Home, Work and others, with apartment, floor and gate code. Booking offers them first, and only you see them."
    >
      <DataPanel
        query={addresses}
        failure="Your addresses could not be loaded"
        skeleton={<Skeleton height={88} radius="md" />}
      >
        {(list) => (
          <>
            {list.length === 0 && edited === undefined && (
              <p className={classes.note}>No saved addresses yet.</p>
            )}
            {list.length > 0 && (
              <ul className={classes.list}>
                {list.map((saved) => (
                  <Row key={saved.id} saved={saved} onEdit={() => setEdited(saved)} />
                ))}
              </ul>
            )}
          </>
        )}
      </DataPanel>
      {edited === undefined ? (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setEdited(null)}>
            Add Address
          </Button>
        </div>
      ) : (
        <AddressForm key={edited?.id ?? 'new'} saved={edited} onDone={close} />
      )}
    </Section>
  )
}

function Row({ saved, onEdit }: { saved: SavedAddress; onEdit: () => void }) {
  const changed = useAddressesChanged()
  const removing = useMutation({
    mutationFn: () => removeAddress({ path: { address_id: saved.id }, throwOnError: true }),
    onError: (error) => toast.error(sentenceOf(error), { id: 'address' }),
    onSettled: changed,
  })
  async function remove() {
    const yes = await confirm({
      title: `Remove ${saved.name}?`,
      children: 'Orders that you booked with it stay as they are.',
      confirm: 'Remove',
      cancel: 'Keep',
      isDangerous: true,
    })
    if (yes) removing.mutate()
  }
  return (
    <li>
      <span>
        <span className={classes.value}>{saved.name}</span>
        <br />
        <span className={classes.note}>{saved.place.address}</span>
        <AccessDetails access={saved.access} />
      </span>
      <span className={classes.actions}>
        <Button variant="default" aria-label={`Edit ${saved.name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="default"
          aria-label={`Remove ${saved.name}`}
          loading={removing.isPending}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}

function AddressForm(props: { saved: SavedAddress | null; onDone: () => void }) {
  const { saved, onDone } = props
  const [name, setName] = useState(saved?.name ?? '')
  const [place, setPlace] = useState(saved && locationOfSaved(saved))
  const [access, setAccess] = useState(saved?.access ?? NO_ACCESS)
  const [tried, setTried] = useState(false)
  const changed = useAddressesChanged()
  const saving = useMutation({
    mutationFn: async () => {
      if (!place) return
      const body = { name: name.trim(), place: endOf(place), access: givenAccess(access) }
      if (saved) await changeAddress({ path: { address_id: saved.id }, body, throwOnError: true })
      else await addAddress({ body, throwOnError: true })
    },
    onSuccess: async () => {
      toast.success('The address was saved.', { id: 'address' })
      await changed()
      onDone()
    },
  })
  const nameFault = tried && name.trim() === '' ? 'Enter a name such as Home.' : undefined
  const placeFault = place?.outside ?? (tried && !place ? 'Enter the address.' : null)
  return (
    <form
      noValidate
      aria-label={saved ? `Edit ${saved.name}` : 'Add address'}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (name.trim() !== '' && place && !place.outside) saving.mutate()
      }}
    >
      {saving.isError && <FormErrorBox wait={0}>{sentenceOf(saving.error)}</FormErrorBox>}
      <TextInput
        label="Name"
        placeholder="Home, Work, Storage…"
        size="md"
        required
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        error={nameFault}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <AddressInput
        label="Address"
        purpose="pickup"
        placeholder="Street and number"
        value={place}
        onChange={setPlace}
        error={placeFault}
        withMapPin
      />
      <AccessFields value={access} onChange={setAccess} />
      <div className={classes.actions}>
        <Button type="submit" loading={saving.isPending}>
          Save Address
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
