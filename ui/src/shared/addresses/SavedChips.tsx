import { IconBookmark, IconBriefcase, IconHome } from '@tabler/icons-react'
import classes from './SavedChips.module.css'
import { useKnownAddresses } from './savedAddresses'
import type { SavedAddress } from './savedLocation'

/** Ours: what stands in one or two lines of a phone. */
const MOST = 4

/** One's own saved addresses, each one tap away; nothing for whoever has none. */
export function SavedChips(props: {
  /** Which field they fill. */
  field: string
  onChoose: (saved: SavedAddress) => void
}) {
  const addresses = useKnownAddresses()
  if (addresses.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={`Saved addresses for ${props.field}`}>
      {addresses.slice(0, MOST).map((saved) => (
        <li key={saved.id}>
          <button
            type="button"
            className={classes.chip}
            title={saved.place.address}
            onClick={() => props.onChoose(saved)}
          >
            <Sign name={saved.name} />
            <span>{saved.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Sign({ name }: { name: string }) {
  const Icon = SIGNS[name.toLowerCase()] ?? IconBookmark
  return <Icon size={16} aria-hidden="true" />
}

const SIGNS: Record<string, typeof IconHome> = { home: IconHome, work: IconBriefcase }
