import { Button } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { TrainingModuleOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { useNow } from '@/components/useNow'
import { OperatorVideo } from './OperatorVideo'
import { Scene } from './scenes/Scene'
import { placeAt, type Slide } from './slides/slide'
import classes from './Training.module.css'
import { useReadAloud } from './useReadAloud'
import { isCompleted, useComplete } from './useTraining'
import { useWatch } from './useWatch'
import { WatchNotice } from './WatchNotice'

const TICK_MS = 1_000
const MINUTE = 60

/** A lesson on slides that move on with the time that the server counts; what was seen can be seen again. */
export default function Lesson(props: {
  module: TrainingModuleOut
  slides: readonly Slide[]
  onDone: () => void
}) {
  const { module, slides } = props
  const done = isCompleted(module)
  const video = module.content.video_url
  const [isPlaying, setPlaying] = useState(video === null)
  const watch = useWatch(module, isPlaying && !done)
  useNow(TICK_MS)
  const whole = module.minutes * MINUTE
  const seconds = done ? whole : Math.min(whole, watch.seconds())
  return (
    <div className={classes.lesson}>
      <WatchNotice state={watch.state} onTakeOver={watch.takeOver} />
      {video ? (
        <OperatorVideo url={video} title={module.title} onPlaying={setPlaying} />
      ) : (
        <Slides
          slides={slides}
          seconds={seconds}
          isPlaying={isPlaying && !done}
          onToggle={done ? undefined : () => setPlaying(!isPlaying)}
        />
      )}
      <Completion module={module} seconds={seconds} onDone={props.onDone} />
    </div>
  )
}

function Slides(props: {
  slides: readonly Slide[]
  seconds: number
  isPlaying: boolean
  onToggle: (() => void) | undefined
}) {
  const { slides, onToggle } = props
  const reached = placeAt(slides, props.seconds)
  /** Null follows the lesson; otherwise a slide that is looked at again. */
  const [looked, setLooked] = useState<number | null>(null)
  const place = Math.min(looked ?? reached.slide, reached.slide)
  const slide = slides[place] as Slide
  const said = place < reached.slide ? slide.captions : slide.captions.slice(0, reached.captions)
  const voice = useReadAloud(said.at(-1) ?? '', props.isPlaying && looked === null)
  const go = (to: number) => setLooked(to >= reached.slide ? null : Math.max(0, to))
  const Play = props.isPlaying ? IconPlayerPause : IconPlayerPlay
  return (
    <section aria-label={`Slide ${place + 1} of ${slides.length}`} className={classes.slide}>
      <Scene name={slide.scene} />
      <h3 className={classes.slideTitle}>{slide.title}</h3>
      <div className={classes.captions} aria-live="polite">
        {said.map((caption) => (
          <p key={caption}>{caption}</p>
        ))}
      </div>
      <div className={classes.controls}>
        <Button
          variant="default"
          aria-label="Previous slide"
          disabled={place === 0}
          onClick={() => go(place - 1)}
        >
          <IconChevronLeft size={22} aria-hidden="true" />
        </Button>
        <span className={classes.place}>
          {place + 1} / {slides.length}
        </span>
        <Button
          variant="default"
          aria-label="Next slide"
          disabled={place >= reached.slide}
          onClick={() => go(place + 1)}
        >
          <IconChevronRight size={22} aria-hidden="true" />
        </Button>
        {onToggle && (
          <Button
            variant="default"
            leftSection={<Play size={20} aria-hidden="true" />}
            onClick={onToggle}
          >
            {props.isPlaying ? 'Pause' : 'Play'}
          </Button>
        )}
        {voice.isThere && (
          <Button
            variant="default"
            aria-pressed={voice.isOn}
            leftSection={
              voice.isOn ? (
                <IconVolume size={20} aria-hidden="true" />
              ) : (
                <IconVolumeOff size={20} aria-hidden="true" />
              )
            }
            onClick={voice.toggle}
          >
            Read Aloud
          </Button>
        )}
      </div>
    </section>
  )
}

/** How much of the watch time is there, and the button that it opens. */
function Completion(props: { module: TrainingModuleOut; seconds: number; onDone: () => void }) {
  const { module, seconds } = props
  const { mutate, isPending, error } = useComplete(module.id, props.onDone)
  const needed = module.criteria.watch_minutes * MINUTE
  const missing = Math.max(0, needed - seconds)
  // The seconds of the screen run ahead of the server's by less than a heartbeat.
  const known = module.progress?.time_spent_seconds ?? 0
  if (isCompleted(module)) return <p className={classes.done}>You have completed this module.</p>
  return (
    <div className={classes.completion}>
      <progress
        className={classes.bar}
        value={Math.min(seconds, needed)}
        max={needed}
        aria-label="Watch time"
      />
      <p className={classes.note}>
        {missing > 0
          ? `${clock(seconds)} of ${module.criteria.watch_minutes} minutes watched`
          : 'Everything is watched that has to be.'}
      </p>
      {error && <FormErrorBox wait={0}>{sentenceOf(error)}</FormErrorBox>}
      <Button size="lg" loading={isPending} disabled={known < needed} onClick={() => mutate()}>
        Complete Module
      </Button>
    </div>
  )
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`
}
