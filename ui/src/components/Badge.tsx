import type { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Badge.module.css'

/** `live` is under way, `good` is done, `calm` asks for nothing, `warn` waits for somebody. */
export type Tone = 'live' | 'good' | 'calm' | 'warn' | 'bad'

/** How something is told apart at a glance. */
export type Look = { label: string; tone: Tone; icon: typeof IconCheck }

/** A word or two about the thing beside it. The tint alone never carries what it says. */
export function Badge(props: {
  tone?: Tone
  icon?: typeof IconCheck
  isWhole?: boolean
  children: ReactNode
}) {
  const { tone = 'calm', icon: Icon } = props
  return (
    <span className={classes.badge} data-tone={tone} data-whole={props.isWhole}>
      {Icon && <Icon size={15} stroke={2.2} aria-hidden="true" />}
      {props.children}
    </span>
  )
}
