import { Combobox } from '@mantine/core'
import {
  IconChevronsDown,
  IconHistory,
  IconMapPin,
  IconStar,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { Fragment, useEffect, useRef } from 'react'
import classes from './AddressDropdown.module.css'
import type { Choice } from './addressChoices'
import { matchedParts } from './matchedParts'
import { forgetSearch } from './recentSearches'

/** One line of the list, 44 px high at least. */
export function AddressChoice(props: {
  id: string
  choice: Choice
  reached: boolean
  typed: string
}) {
  const { choice, reached, typed } = props
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reached) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [reached])
  return (
    <Combobox.Option
      ref={line}
      id={props.id}
      value={choice.key}
      className={classes.option}
      data-kind={choice.kind}
      data-reached={reached || undefined}
      aria-selected={reached}
    >
      {choice.kind === 'place' && (
        <Place
          icon={typed === '' ? IconStar : IconMapPin}
          main={choice.suggestion.main_text}
          secondary={choice.suggestion.secondary_text}
          typed={typed}
        />
      )}
      {choice.kind === 'recent' && (
        <>
          <Place
            icon={IconHistory}
            main={choice.search.main_text}
            secondary={choice.search.secondary_text}
            typed=""
          />
          {/* For the pointer only: an option may hold no button. Keys have Delete and the last line. */}
          <span
            className={classes.forget}
            title="Remove"
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation()
              forgetSearch(choice.search)
            }}
          >
            <IconX size={16} />
          </span>
        </>
      )}
      {choice.kind === 'more' && (
        <>
          <IconChevronsDown className={classes.icon} size={18} aria-hidden="true" />
          <span>
            Show {choice.count} more {choice.count === 1 ? 'suggestion' : 'suggestions'}
          </span>
        </>
      )}
      {choice.kind === 'forget' && (
        <>
          <IconTrash className={classes.icon} size={18} aria-hidden="true" />
          <span>Clear recent searches</span>
        </>
      )}
    </Combobox.Option>
  )
}

function Place(props: { icon: typeof IconStar; main: string; secondary: string; typed: string }) {
  const Icon = props.icon
  return (
    <>
      <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.words}>
        <span className={classes.main}>
          <Emphasized text={props.main} typed={props.typed} />
        </span>
        {props.secondary && (
          <span className={classes.secondary}>
            <Emphasized text={props.secondary} typed={props.typed} />
          </span>
        )}
      </span>
    </>
  )
}

/** A suggestion with what was typed made stronger; to a screen reader it is plain text. */
export function Emphasized({ text, typed }: { text: string; typed: string }) {
  return matchedParts(text, typed).map((part) => (
    <Fragment key={part.start}>
      {part.matched ? <span className={classes.matched}>{part.text}</span> : part.text}
    </Fragment>
  ))
}
