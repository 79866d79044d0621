import classes from './Training.module.css'

/** The operator's own video, with its captions in the picture; time counts while it plays. */
export function OperatorVideo(props: {
  url: string
  title: string
  onPlaying: (isPlaying: boolean) => void
}) {
  const stop = () => props.onPlaying(false)
  return (
    // biome-ignore lint/a11y/useMediaCaption: the operator is asked for a video with captions in it.
    <video
      className={classes.video}
      src={props.url}
      title={props.title}
      controls
      playsInline
      preload="metadata"
      onPlaying={() => props.onPlaying(true)}
      onPause={stop}
      onWaiting={stop}
      onEnded={stop}
    />
  )
}
