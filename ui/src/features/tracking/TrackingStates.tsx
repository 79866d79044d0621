import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceOf } from '@/api/problem'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import classes from './TrackingScreen.module.css'

/** As tall as the map that it stands for, so that the page's foot stays where it is. */
export function Whole({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={classes.stage} role={role}>
      {children}
    </div>
  )
}

export function Unknown() {
  return (
    <Whole>
      <ScreenMessage
        eyebrow="404"
        title="Order tracking not found"
        actions={
          <>
            <ButtonLink to="/dashboard">My orders</ButtonLink>
            <ButtonLink to="/book-service" variant="default">
              Book Now
            </ButtonLink>
          </>
        }
      >
        <p>The link may be incomplete, or the order belongs to another account.</p>
      </ScreenMessage>
    </Whole>
  )
}

export function Offline() {
  return (
    <Whole>
      <ScreenMessage
        title="You are offline"
        actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        <p>
          Your order goes on without you. This page loads by itself when the connection is back.
        </p>
      </ScreenMessage>
    </Whole>
  )
}

export function Failed(props: { error: unknown; isTrying: boolean; onAgain: () => unknown }) {
  return (
    <Whole role="alert">
      <ScreenMessage
        title="Your order could not be loaded"
        actions={
          <Button loading={props.isTrying} onClick={() => void props.onAgain()}>
            Try Again
          </Button>
        }
      >
        <p>{sentenceOf(props.error)}</p>
      </ScreenMessage>
    </Whole>
  )
}
