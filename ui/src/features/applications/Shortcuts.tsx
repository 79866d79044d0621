import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useEffect, useState } from 'react'
import { Dialog } from '@/components/Dialog'
import classes from './Applications.module.css'

const WORDS = {
  a: 'Approve, or ask for an override',
  q: 'Ask the applicant again',
  r: 'Reject with a reason',
  n: 'Next application',
} as const
type Key = keyof typeof WORDS

const STORAGE_KEY = 'haulage.review-shortcuts'

/** Single keys for whoever reviews many; they can be turned off, for speech input types letters too
 * (WCAG 2.1.4). */
export function Shortcuts({ keys }: { keys: Record<Key, (() => void) | null> }) {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'off')
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOn || isElsewhere(event)) return
      const key = event.key.toLowerCase()
      const act = key === '?' ? () => setShown(true) : Object.hasOwn(WORDS, key) && keys[key as Key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn, keys])
  return (
    <>
      <Button variant="subtle" className={classes.keyboard} onClick={() => setShown(true)}>
        Keyboard Shortcuts
      </Button>
      {isShown && (
        <Dialog title="Keyboard shortcuts" onClose={() => setShown(false)}>
          <dl className={classes.keys}>
            {Object.entries({ ...WORDS, '?': 'Show these' }).map(([key, words]) => (
              <div key={key}>
                <dt>
                  <kbd>{key.toUpperCase()}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <Switch
            label="Use these keys"
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => {
              setOn(checked)
              localStorage.setItem(STORAGE_KEY, checked ? 'on' : 'off')
            }}
          />
        </Dialog>
      )}
    </>
  )
}

/** Keys that mean something else: typed into a field, with a modifier, or while a dialog is open. */
function isElsewhere(event: KeyboardEvent): boolean {
  const { target } = event
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.repeat ||
    document.querySelector('[role="dialog"]') !== null ||
    (target instanceof HTMLElement && target.closest('input, textarea, select') !== null)
  )
}
