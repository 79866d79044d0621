import classes from './SignatureDrawing.module.css'
import { PAD, pathOf, type Signature } from './signature'

/** A signature as it was given: the strokes drawn again, or the typed name in a slanted hand. */
export function SignatureDrawing({ signature, by }: { signature: Signature; by: string | null }) {
  if (signature.kind === 'typed') return <p className={classes.typed}>{signature.text}</p>
  return (
    <svg
      role="img"
      aria-label={by ? `Signature of ${by}` : 'Signature'}
      className={classes.drawn}
      viewBox={`0 0 ${PAD.width} ${PAD.height}`}
    >
      {signature.strokes.map((stroke, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever added and taken off at the end.
        <path key={index} d={pathOf(stroke)} />
      ))}
    </svg>
  )
}
