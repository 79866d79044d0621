import type { ReactNode } from 'react'
import { ButtonLink } from './RouterLink'
import { ScreenMessage } from './ScreenMessage'

/** Stands on a route that is promised but not written: it says so, and what can be done today. */
export function NotBuiltScreen(props: { subject: string; meanwhile: string }): ReactNode {
  return (
    <ScreenMessage
      eyebrow={props.subject}
      title="This screen is not built yet"
      actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
    >
      <p>{props.meanwhile}</p>
    </ScreenMessage>
  )
}
