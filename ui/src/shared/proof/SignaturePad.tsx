import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconEraser, IconKeyboard, IconSignature } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import classes from './SignaturePad.module.css'
import {
  lengthened,
  MOST_SPOTS,
  MOST_STROKES,
  PAD,
  pathOf,
  type Signature,
  type Spot,
  spotIn,
  spotsOf,
} from './signature'

const LONGEST_NAME = 100

/**
 * Where the recipient signs with a finger, a pen or a mouse, or types their name instead. Our own,
 * because libraries draw pixels on a canvas: these strokes are lines within the server's bounds, in the
 * colors of the theme, and what is sent is what is seen.
 */
export function SignaturePad(props: {
  value: Signature | null
  onChange: (signature: Signature | null) => void
  error?: string
  disabled?: boolean
}) {
  const label = useId()
  const [isTyping, setTyping] = useState(props.value?.kind === 'typed')
  const turn = () => {
    setTyping(!isTyping)
    props.onChange(null)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid.
    <div className={classes.field} role="group" aria-labelledby={label}>
      <div className={classes.top}>
        <span id={label} className={classes.label}>
          Signature
        </span>
        <Button
          variant="subtle"
          className={classes.turn}
          disabled={props.disabled}
          leftSection={isTyping ? <IconSignature size={18} /> : <IconKeyboard size={18} />}
          onClick={turn}
        >
          {isTyping ? 'Draw Instead' : 'Type Instead'}
        </Button>
      </div>
      {isTyping ? <Typed {...props} /> : <Drawn {...props} />}
      {props.error && (
        <p role="alert" className={classes.error}>
          {props.error}
        </p>
      )}
    </div>
  )
}

type Pad = Parameters<typeof SignaturePad>[0]

function Typed({ value, onChange, disabled }: Pad) {
  const text = value?.kind === 'typed' ? value.text : ''
  return (
    <TextInput
      aria-label="Name typed as signature"
      description="By typing their name the recipient signs for the delivery."
      value={text}
      maxLength={LONGEST_NAME}
      autoComplete="off"
      disabled={disabled}
      classNames={{ input: classes.typed }}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value ? { kind: 'typed', text: currentTarget.value } : null)
      }
    />
  )
}

function Drawn({ value, onChange, disabled }: Pad) {
  const strokes = value?.kind === 'drawn' ? value.strokes : []
  const put = (next: Spot[][]) =>
    onChange(next.length > 0 ? { kind: 'drawn', strokes: next } : null)
  const { stroke, hands } = usePen((drawn) => put([...strokes, drawn]), {
    isOff: disabled === true || strokes.length >= MOST_STROKES,
    room: MOST_SPOTS - spotsOf(strokes),
  })
  const shown = stroke ? [...strokes, stroke] : strokes
  return (
    <>
      <svg
        role="img"
        aria-label={
          strokes.length === 0
            ? 'Signature pad, empty. Sign here with a finger, a pen or a mouse.'
            : 'Signature pad, signed.'
        }
        className={classes.pad}
        viewBox={`0 0 ${PAD.width} ${PAD.height}`}
        preserveAspectRatio="none"
        data-disabled={disabled || undefined}
        {...hands}
      >
        <line x1={60} x2={PAD.width - 60} y1={310} y2={310} className={classes.baseline} />
        {shown.length === 0 && (
          <text x={60} y={360} className={classes.hint}>
            Sign above the line
          </text>
        )}
        {shown.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever added and taken off at the end.
          <path key={index} d={pathOf(each)} className={classes.ink} />
        ))}
      </svg>
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} />}
          disabled={disabled || strokes.length === 0}
          onClick={() => put(strokes.slice(0, -1))}
        >
          Undo
        </Button>
        <Button
          variant="default"
          leftSection={<IconEraser size={18} />}
          disabled={disabled || strokes.length === 0}
          onClick={() => put([])}
        >
          Clear
        </Button>
      </div>
    </>
  )
}

/** Follows one pointer from its press to its release; a second finger draws nothing. */
function usePen(onStroke: (stroke: Spot[]) => void, limits: { isOff: boolean; room: number }) {
  const [stroke, setStroke] = useState<Spot[] | null>(null)
  const pen = useRef<{ id: number; spots: Spot[] } | null>(null)
  const draw = (event: React.PointerEvent<SVGSVGElement>) => {
    if (!pen.current) return
    const box = event.currentTarget.getBoundingClientRect()
    // Between two frames a fast finger leaves several places behind.
    const places = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const place of places.length > 0 ? places : [event.nativeEvent]) {
      if (pen.current.spots.length >= limits.room) break
      const spot = spotIn(box, place.clientX, place.clientY)
      pen.current.spots = lengthened(pen.current.spots, spot)
    }
    setStroke(pen.current.spots)
  }
  const lift = (event: React.PointerEvent<SVGSVGElement>) => {
    if (event.pointerId !== pen.current?.id) return
    const { spots } = pen.current
    pen.current = null
    setStroke(null)
    if (spots.length > 0) onStroke(spots)
  }
  const hands = {
    onPointerDown: (event: React.PointerEvent<SVGSVGElement>) => {
      if (limits.isOff || limits.room <= 0 || pen.current || event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture?.(event.pointerId)
      pen.current = { id: event.pointerId, spots: [] }
      draw(event)
    },
    onPointerMove: (event: React.PointerEvent<SVGSVGElement>) => {
      if (event.pointerId === pen.current?.id) draw(event)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
  return { stroke, hands }
}
