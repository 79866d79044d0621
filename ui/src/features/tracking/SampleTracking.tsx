import { Button } from '@mantine/core'
import { useState } from 'react'
import { ButtonLink } from '@/components/RouterLink'
import { useNow } from '@/components/useNow'
import { SAMPLE_STEP_MS, SAMPLE_STEPS, sampleAt } from './sample'
import { TrackingScreen } from './TrackingScreen'
import classes from './TrackingScreen.module.css'

/** The sample order of the header's Track link: the same for everybody, and said to be a sample. */
export default function SampleTracking() {
  const [openedAt, setOpenedAt] = useState(() => Date.now())
  const now = useNow(1_000)
  const gone = Math.max(0, now - openedAt)
  const step = Math.min(SAMPLE_STEPS, Math.floor(gone / SAMPLE_STEP_MS))
  return (
    <TrackingScreen
      tracking={sampleAt(step, openedAt)}
      now={now}
      state={
        <>
          <span className={classes.sample}>Sample order</span> Nobody is really driving.
        </>
      }
    >
      <div className={classes.actions}>
        <ButtonLink to="/book-service" className={classes.where}>
          Book a Service
        </ButtonLink>
        {step === SAMPLE_STEPS && (
          <Button
            variant="default"
            className={classes.where}
            onClick={() => setOpenedAt(Date.now())}
          >
            Watch again
          </Button>
        )}
      </div>
    </TrackingScreen>
  )
}
