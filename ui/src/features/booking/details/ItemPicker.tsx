import { Button, Skeleton, TextInput, VisuallyHidden } from '@mantine/core'
import { IconMinus, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { ItemLine, Service } from '../draft/draft'
import classes from './ItemPicker.module.css'
import { useItemPresets } from './itemQueries'
import { countAndName, wanted } from './itemSearch'
import { CATEGORY_LABEL, MOST_LINES, MOST_PIECES, type Preset } from './items'

const CATEGORIES = Object.keys(CATEGORY_LABEL) as Preset['category'][]
/** Ours: so many search results, which a phone shows above its keyboard. */
const MOST_FOUND = 8
const LONGEST_NAME = 200
/** What is open at first, with as many tiles as it has: what stands below stays where it is. */
const OPEN_AT_FIRST = {
  small: { category: 'everyday', tiles: 6 },
  large: { category: 'living_room', tiles: 16 },
} as const

/** Usual things to tap, by category or by what is typed; what is not among them is added in words. */
export function ItemPicker(props: {
  items: ItemLine[]
  service: Service
  onPick: (preset: Preset, pieces: number) => void
  onCount: (preset: Preset, quantity: number) => void
  onOwn: (description: string, pieces: number) => void
}) {
  const [typed, setTyped] = useState('')
  const opened = OPEN_AT_FIRST[props.service]
  const [category, setCategory] = useState<Preset['category']>(opened.category)
  const presets = useItemPresets()
  const text = typed.trim()
  const answer = wanted(presets.data ?? [], text)
  const found = text
    ? answer.found.slice(0, MOST_FOUND)
    : (presets.data ?? []).filter((each) => each.category === category)
  const pieces = text ? answer.pieces : 1
  const isFull = props.items.length >= MOST_LINES
  const countOf = (preset: Preset) =>
    props.items.find((line) => line.preset === preset.id)?.quantity ?? 0
  // A full list still takes one more of what is in it.
  const isTaken = (preset: Preset) => !isFull || countOf(preset) > 0
  const own = () => {
    const own = countAndName(text)
    props.onOwn(own.name, own.pieces)
    setTyped('')
  }
  const onEnter = () => {
    const [first] = found
    if (!text) return
    if (first && isTaken(first)) {
      props.onPick(first, pieces)
      setTyped('')
    } else if (!first && !isFull) own()
  }
  return (
    <div className={classes.picker}>
      <TextInput
        label="Add items"
        placeholder="Search: sofa, boxes, TV"
        size="md"
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        maxLength={LONGEST_NAME}
        enterKeyHint="done"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter()
          if (event.key === 'Escape') setTyped('')
        }}
      />
      {isFull && (
        <p className={classes.note} role="status">
          A list has up to {MOST_LINES} lines. Remove one to add another, or describe the rest in
          your notes.
        </p>
      )}
      {!text && (
        <fieldset className={classes.categories}>
          <legend className={classes.hidden}>Kind of item</legend>
          {CATEGORIES.map((each) => (
            <label key={each} className={classes.category}>
              <input
                type="radio"
                name="item-category"
                checked={each === category}
                onChange={() => setCategory(each)}
              />
              <span>{CATEGORY_LABEL[each]}</span>
            </label>
          ))}
        </fieldset>
      )}
      {presets.isError ? (
        <p className={classes.note} role="alert">
          {sentenceOf(presets.error)} You can still type your own items.{' '}
          <Button variant="default" size="xs" onClick={() => void presets.refetch()}>
            Try Again
          </Button>
        </p>
      ) : presets.fetchStatus === 'paused' && !presets.data ? (
        <p className={classes.note} role="status">
          You are offline. Type your own items, or wait for the list.
        </p>
      ) : (
        <ul className={classes.tiles} aria-label={text ? 'Items found' : CATEGORY_LABEL[category]}>
          {presets.isPending
            ? Array.from({ length: opened.tiles }, (_, place) => place).map((place) => (
                <li key={place}>
                  <Skeleton height="var(--tile-height)" radius="md" />
                </li>
              ))
            : found.map((preset) => (
                <li key={preset.id}>
                  <Tile
                    preset={preset}
                    pieces={pieces}
                    count={countOf(preset)}
                    disabled={!isTaken(preset)}
                    // The search stays, and with it the tile that counts the pieces.
                    onPick={() => props.onPick(preset, pieces)}
                    onCount={(quantity) => props.onCount(preset, quantity)}
                  />
                </li>
              ))}
        </ul>
      )}
      {text && (
        <button type="button" className={classes.own} disabled={isFull} onClick={own}>
          <IconPlus size={20} aria-hidden="true" />
          <span>Add “{text}” as your own item</span>
        </button>
      )}
    </div>
  )
}

function Tile(props: {
  preset: Preset
  /** So many come with one tap. */
  pieces: number
  count: number
  disabled: boolean
  onPick: () => void
  onCount: (quantity: number) => void
}) {
  const { preset, pieces, count } = props
  return (
    <div className={classes.tile} data-chosen={count > 0 || undefined}>
      <button
        type="button"
        className={classes.pick}
        disabled={props.disabled}
        onClick={props.onPick}
      >
        <span>
          <VisuallyHidden>Add</VisuallyHidden>{' '}
          <span className={classes.name}>
            {pieces > 1 && `${pieces} x `}
            {preset.name}
          </span>{' '}
          <span className={classes.weight}>
            {preset.weight} lb{preset.two_people && ' · 2 people'}
          </span>
        </span>
        {count === 0 && <IconPlus size={20} aria-hidden="true" />}
      </button>
      {count > 0 && (
        <div className={classes.stepper}>
          <button
            type="button"
            aria-label={`Take one off: ${preset.name}`}
            onClick={() => props.onCount(count - 1)}
          >
            <IconMinus size={20} aria-hidden="true" />
          </button>
          <span className={classes.count}>{count}</span>
          <button
            type="button"
            aria-label={`Put one more: ${preset.name}`}
            disabled={count >= MOST_PIECES}
            onClick={() => props.onCount(count + 1)}
          >
            <IconPlus size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}
