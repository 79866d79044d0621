import { useCallback, useEffect, useRef, useState } from 'react'
import type { ActionKind, DeliveryOut } from '@/api/generated/types.gen'
import type { Trouble } from '../../outbox/action'
import type { Why } from '../../outbox/outbox'
import { Listener, recognizer, type VoiceState } from './listener'
import {
  ACTION_OF,
  answerAmong,
  commandAmong,
  isAboutADelivery,
  needsYes,
  type RecognizedCommand,
  targetOf,
  type VoiceCommand,
} from './phrases'
import { useSpeech } from './useSpeech'
import { useSpokenSteps } from './useSpokenSteps'

/** The failure's sentence of DRV-24. */
const SORRY = 'Sorry, I could not complete that action.'
const NOT_UNDERSTOOD = 'I did not understand. Nothing was changed.'
/** Only the customer's PIN ends this one, and it is typed. */
const PIN = "Enter the customer's PIN."
const YES_WITHIN_MS = 12_000

const DONE: Record<VoiceCommand, string> = {
  start: 'Delivery started.',
  stop: 'Delivery completed.',
  confirm_pickup: 'Pickup confirmed.',
  confirm_delivery: 'Delivery completed.',
}

/** Resolves to the step's id in the outbox; null where nothing is done before a PIN is typed. */
export type Doing = (delivery: DeliveryOut, action: ActionKind, why?: Why) => Promise<string> | null

export type Question = { recognized: RecognizedCommand; delivery: DeliveryOut; text: string }

/**
 * Voice commands over the newest fitting delivery (DRV-24, OP-51); everything has a button too.
 * A spoken step that is found among *troubles* later is said to have failed.
 */
export function useVoice(
  deliveries: readonly DeliveryOut[],
  act: Doing,
  troubles: readonly Trouble[],
) {
  const [state, setState] = useState<VoiceState>(() => (recognizer() ? 'off' : 'unsupported'))
  const [isOn, setOn] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const listener = useRef<Listener | null>(null)
  const { spoken, say, sayNext } = useSpeech(listener)
  const apologize = useCallback(() => void sayNext(SORRY), [sayNext])
  const addSpokenStep = useSpokenSteps(troubles, question !== null, apologize)

  const carryOut = (command: VoiceCommand, delivery: DeliveryOut) => {
    const step = act(delivery, ACTION_OF[command])
    if (step) addSpokenStep(step)
    void say(step ? DONE[command] : PIN)
  }

  const answer = (yes: boolean) => {
    if (!question) return
    setQuestion(null)
    if (!yes) return void say('Okay, nothing was changed.')
    const { recognized } = question
    const delivery = targetOf(recognized, deliveries)
    if (delivery?.order_id !== question.delivery.order_id) return void say(SORRY)
    carryOut(recognized.command, delivery)
  }

  const obey = (recognized: RecognizedCommand) => {
    const delivery = targetOf(recognized, deliveries)
    if (!delivery) return void say(SORRY)
    if (needsYes(recognized.command)) {
      const text = `Complete the delivery of order ${delivery.order_number}? Say yes or no.`
      setQuestion({ recognized, delivery, text })
      return void say(text)
    }
    carryOut(recognized.command, delivery)
  }

  const onGuesses = (guesses: string[]) => {
    const yes = question && answerAmong(guesses)
    if (yes !== null) return answer(yes)
    const recognized = commandAmong(guesses)
    if (recognized) return obey(recognized)
    if (question) return void say('I did not understand. Say yes or no.')
    // Nobody is interrupted who talks about other things.
    if (isAboutADelivery(guesses[0] ?? '')) void say(NOT_UNDERSTOOD)
  }
  const hearing = useRef(onGuesses)
  hearing.current = onGuesses

  useEffect(() => {
    const Recognition = recognizer()
    if (!isOn || !Recognition) return
    const ears = new Listener(Recognition, (guesses) => hearing.current(guesses), setState)
    listener.current = ears
    ears.start()
    return () => {
      listener.current = null
      ears.stop()
      setState('off')
      setQuestion(null)
    }
  }, [isOn])

  useEffect(() => {
    if (!question) return
    const timer = setTimeout(() => {
      setQuestion(null)
      void say('I heard no answer. Nothing was changed.')
    }, YES_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [question, say])

  return { state, isOn, spoken, question, answer, toggle: () => setOn(!isOn) }
}
