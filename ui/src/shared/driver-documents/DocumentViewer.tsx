import { ActionIcon, Button } from '@mantine/core'
import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './DocumentViewer.module.css'

/** Half the width shows a whole upright page. */
const STEPS = [0.5, 1, 1.5, 2, 3, 4]
const WHOLE_WIDTH = STEPS.indexOf(1)

/** The pictures of a document's pages, larger and turned as one likes. */
export function DocumentViewer({ label, pages }: { label: string; pages: string[] }) {
  const [page, setPage] = useState(0)
  const [step, setStep] = useState(WHOLE_WIDTH)
  const [turns, setTurns] = useState(0)
  const zoom = STEPS[step] ?? 1
  const frame = useRef<HTMLElement>(null)
  const view = `${page} ${step} ${turns}`
  // What is enlarged or turned is looked at from its middle, where it was before.
  useEffect(() => {
    const { current } = frame
    if (!view || !current) return
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2
  }, [view])
  return (
    <div className={classes.viewer}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a row. */}
      <div className={classes.tools} role="group" aria-label={`View of ${label}`}>
        <Tool label="Zoom out" isOff={step === 0} onClick={() => setStep(step - 1)}>
          <IconZoomOut size={20} aria-hidden="true" />
        </Tool>
        <output className={classes.zoom}>{Math.round(zoom * 100)}%</output>
        <Tool label="Zoom in" isOff={step === STEPS.length - 1} onClick={() => setStep(step + 1)}>
          <IconZoomIn size={20} aria-hidden="true" />
        </Tool>
        <Tool label="Rotate" onClick={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={20} aria-hidden="true" />
        </Tool>
        {pages.length > 1 &&
          pages.map((url, index) => (
            <Button
              key={url}
              variant={index === page ? 'light' : 'subtle'}
              aria-pressed={index === page}
              onClick={() => setPage(index)}
            >
              Page {index + 1}
            </Button>
          ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its frame is scrolled by keys. */}
      <section ref={frame} className={classes.frame} tabIndex={0} aria-label={`${label}, enlarged`}>
        <img
          src={pages[page]}
          alt={pages.length > 1 ? `${label}, page ${page + 1}` : label}
          className={classes.page}
          data-turned={turns % 2 === 1 || undefined}
          style={{ width: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}
        />
      </section>
    </div>
  )
}

function Tool(props: {
  label: string
  isOff?: boolean
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={props.label}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  )
}
