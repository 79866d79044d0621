import { Button } from '@mantine/core'
import classes from './Installable.module.css'
import { useShell } from './useShell'

/** Makes the drivers' screens installable, and offers a new version of them. */
export function Installable() {
  const update = useShell()
  return (
    <>
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <div role="status">
        {update && (
          <div className={classes.news}>
            <p>A new version is ready.</p>
            <Button variant="default" onClick={update}>
              Update
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
