import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeliveryOut } from '@/api/generated/types.gen'
import type { Act } from '../DeliveryCard'
import { Listener, recognizer, type VoiceState } from './listener'
import { ACTION_OF, answerIn, commandIn, needsYes, targetOf, type VoiceCommand } from './phrases'
import { speak } from './speak'

/** The failure's sentence of DRV-24. */
const SORRY = 'Sorry, I could not complete that action.'
const YES_WITHIN_MS = 12_000

const DONE: Record<VoiceCommand, string> = {
  start: 'Delivery started.',
  stop: 'Delivery completed.',
  confirm_pickup: 'Pickup confirmed.',
  confirm_delivery: 'Delivery completed.',
}

export type Question = { command: VoiceCommand; delivery: DeliveryOut; text: string }

/** Voice commands over the newest fitting delivery (DRV-24, OP-51); everything has a button too. */
export function useVoice(deliveries: readonly DeliveryOut[], act: Act) {
  const [state, setState] = useState<VoiceState>(() => (recognizer() ? 'off' : 'unsupported'))
  const [isOn, setOn] = useState(false)
  const [said, setSaid] = useState('')
  const [question, setQuestion] = useState<Question | null>(null)
  const listener = useRef<Listener | null>(null)

  /** It must not take its own words for the driver's. */
  const say = useCallback(async (sentence: string) => {
    setSaid(sentence)
    const ears = listener.current
    ears?.stop()
    await speak(sentence)
    if (ears !== null && listener.current === ears) ears.start()
  }, [])

  const answer = (yes: boolean) => {
    if (!question) return
    setQuestion(null)
    if (!yes) return void say('Okay, nothing was changed.')
    const { command } = question
    const delivery = targetOf(command, deliveries)
    if (delivery?.order_id !== question.delivery.order_id) return void say(SORRY)
    act(delivery, ACTION_OF[command])
    void say(DONE[command])
  }

  const obey = (command: VoiceCommand) => {
    const delivery = targetOf(command, deliveries)
    if (!delivery) return void say(SORRY)
    if (needsYes(command)) {
      const text = `Stop the delivery of order ${delivery.order_number}? Say yes or no.`
      setQuestion({ command, delivery, text })
      return void say(text)
    }
    act(delivery, ACTION_OF[command])
    void say(DONE[command])
  }

  const hear = (guesses: string[]) => {
    if (question) {
      const told = guesses.map(answerIn).find((it) => it !== null)
      if (told !== undefined) return answer(told)
    }
    const command = guesses.map(commandIn).find((it) => it !== null)
    if (command) obey(command)
  }
  const hearing = useRef(hear)
  hearing.current = hear

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

  return { state, isOn, said, question, answer, toggle: () => setOn(!isOn) }
}
