import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'

/** Catches what a screen threw. The header stays, so there is always a way out. */
export function BrokenScreen({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter()
  return (
    <ScreenMessage
      eyebrow="Something went wrong"
      title="This page stopped working"
      actions={
        <>
          <Button
            onClick={() => {
              reset()
              void router.invalidate()
            }}
          >
            Try Again
          </Button>
          <ButtonLink to="/" variant="default">
            Go to the home page
          </ButtonLink>
        </>
      }
    >
      <p>The fault is ours, not yours. What you had already sent is kept.</p>
    </ScreenMessage>
  )
}
