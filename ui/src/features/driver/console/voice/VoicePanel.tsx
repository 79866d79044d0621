import { Button } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import type { VoiceState } from './listener'
import { EXAMPLES } from './phrases'
import type { useVoice } from './useVoice'
import classes from './VoicePanel.module.css'

const WORDS: Record<VoiceState, string> = {
  off: 'Starting to listen.',
  listening: 'Listening.',
  deaf: 'Speech is not understood without a connection here. The buttons do the same.',
  denied: 'The microphone is not allowed for this page. The buttons do the same.',
  unsupported: 'This browser does not understand speech. The buttons do the same.',
}

type Voice = ReturnType<typeof useVoice>

/** The switch for voice commands, in reach of a thumb. */
export function VoiceToggle({ voice }: { voice: Voice }) {
  const isOff = voice.state === 'unsupported'
  return (
    <Button
      className={classes.toggle}
      variant={voice.isOn ? 'filled' : 'default'}
      aria-pressed={voice.isOn}
      disabled={isOff}
      leftSection={
        voice.isOn ? (
          <IconMicrophone size={22} aria-hidden="true" />
        ) : (
          <IconMicrophoneOff size={22} aria-hidden="true" />
        )
      }
      onClick={voice.toggle}
    >
      Voice
    </Button>
  )
}

/** What it understands, what it said last, and the answer to what it asks. */
export function VoicePanel({ voice }: { voice: Voice }) {
  const { question, isOn, state, spoken } = voice
  return (
    <section className={classes.panel} aria-label="Voice commands">
      <p className={classes.state}>{WORDS[state]}</p>
      {isOn && (
        <p className={classes.examples}>
          Say {EXAMPLES.map((example) => `“${example}”`).join(', ')}.
        </p>
      )}
      <p className={classes.spoken} role="status">
        {isOn && spoken}
      </p>
      {question && (
        <div className={classes.answers}>
          <Button variant="default" onClick={() => voice.answer(false)}>
            No
          </Button>
          <Button onClick={() => voice.answer(true)}>Yes, complete delivery</Button>
        </div>
      )}
    </section>
  )
}
