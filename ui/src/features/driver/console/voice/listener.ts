/** 'deaf' is a recognizer that needs a connection and has none; it is asked again by itself. */
export type VoiceState = 'off' | 'listening' | 'deaf' | 'denied' | 'unsupported'

const AGAIN_MS = 300
const DEAF_AGAIN_MS = 5_000
const LANGUAGE = 'en-US'
const MOST_GUESSES = 3

/** The browser's recognizer, under whichever name it has one. */
export function recognizer(): (new () => SpeechRecognition) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<
    string,
    (new () => SpeechRecognition) | undefined
  >
  return SpeechRecognition ?? webkitSpeechRecognition
}

/** Listens until it is stopped: recognizers end by themselves after every silence. */
export class Listener {
  private recognition: SpeechRecognition | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private pauseMs = AGAIN_MS
  private wanted = false

  constructor(
    private readonly Recognition: new () => SpeechRecognition,
    /** The guesses at what was said, the likeliest first. */
    private readonly onRecognized: (guesses: string[]) => void,
    private readonly onState: (state: VoiceState) => void,
  ) {}

  start(): void {
    if (this.wanted) return
    this.wanted = true
    this.begin()
  }

  stop(): void {
    this.wanted = false
    clearTimeout(this.timer)
    this.recognition?.abort()
    this.recognition = undefined
  }

  private begin(): void {
    const recognition = new this.Recognition()
    this.recognition = recognition
    recognition.lang = LANGUAGE
    recognition.continuous = true
    recognition.maxAlternatives = MOST_GUESSES
    this.pauseMs = AGAIN_MS
    recognition.onstart = () => this.onState('listening')
    recognition.onresult = ({ resultIndex, results }) => {
      for (const result of Array.from(results).slice(resultIndex)) {
        if (result.isFinal) this.onRecognized(Array.from(result, ({ transcript }) => transcript))
      }
    }
    recognition.onerror = ({ error }) => this.failed(error)
    recognition.onend = () => {
      if (!this.wanted || this.recognition !== recognition) return
      this.timer = setTimeout(() => this.begin(), this.pauseMs)
    }
    try {
      recognition.start()
    } catch {
      // Another page of this browser is listening just now.
      this.failed('network')
      this.timer = setTimeout(() => this.begin(), this.pauseMs)
    }
  }

  private failed(error: string): void {
    if (error === 'not-allowed' || error === 'service-not-allowed' || error === 'audio-capture') {
      this.stop()
      this.onState('denied')
    } else if (error === 'network') {
      this.pauseMs = DEAF_AGAIN_MS
      this.onState('deaf')
    }
  }
}
