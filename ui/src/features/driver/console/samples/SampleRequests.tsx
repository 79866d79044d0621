import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useMarketplaceStatus } from '@/api/status'
import { Money } from '@/components/Money'
import { toast } from '@/components/toast'
import requests from '../Requests.module.css'
import classes from './SampleRequests.module.css'
import { EVERY_MS, type SampleRequest, withAnother } from './sampleRequests'

const PRACTICE = {
  accept: 'That was practice: you have taken no order. A real one would be your job now.',
  decline: 'That was practice: nothing was declined.',
}

/** Made-up requests every half a minute, in the demonstration alone and only when asked for (OP-52). */
export function SampleRequests() {
  const isDemonstration = useMarketplaceStatus()?.mode === 'demo'
  return isDemonstration ? <Samples /> : null
}

function Samples() {
  const [isOn, setOn] = useState(false)
  const { samples, answer } = useSamples(isOn)
  return (
    <section className={classes.samples} aria-labelledby="samples">
      <h2 id="samples">Demonstration</h2>
      <Button variant="default" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
        {isOn ? 'Stop Sample Requests' : 'Show Sample Requests'}
      </Button>
      <p className={classes.note}>
        {isOn
          ? 'One comes every 30 seconds. Accepting a sample takes no order.'
          : 'Made-up requests for practice, to see how real ones come in. Real ones come by themselves, as customers of the demonstration book.'}
      </p>
      <ul className={classes.list} aria-live="polite">
        {samples.map((sample) => (
          <li key={sample.id}>
            <Sample
              sample={sample}
              onAnswer={(word) => {
                answer(sample.id)
                toast.info(word, { id: 'sample-request' })
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sample({ sample, onAnswer }: { sample: SampleRequest; onAnswer: (word: string) => void }) {
  return (
    <article
      className={`${requests.card} ${classes.sample}`}
      aria-labelledby={`sample-${sample.id}`}
    >
      <header className={requests.head}>
        <div>
          <p className={classes.practice}>For practice</p>
          <h3 id={`sample-${sample.id}`}>Sample request</h3>
          <p className={requests.facts}>{sample.miles.toFixed(1)} mi trip</p>
        </div>
        <p className={requests.pays}>
          <Money cents={sample.paysCents} />
          <span>made up</span>
        </p>
      </header>
      <p className={requests.route}>
        <span>{sample.pickup}</span>
        <span>{sample.dropoff}</span>
      </p>
      <div className={requests.answers}>
        <Button variant="default" onClick={() => onAnswer(PRACTICE.decline)}>
          Decline Sample
        </Button>
        <Button variant="default" onClick={() => onAnswer(PRACTICE.accept)}>
          Accept Sample
        </Button>
      </div>
    </article>
  )
}

function useSamples(isOn: boolean) {
  const [samples, setSamples] = useState<SampleRequest[]>([])
  useEffect(() => {
    if (!isOn) return setSamples([])
    let made = 0
    const make = () => {
      const id = made++
      setSamples((before) => withAnother(before, id))
    }
    make()
    const timer = setInterval(make, EVERY_MS)
    return () => clearInterval(timer)
  }, [isOn])
  const answer = (id: number) => setSamples((before) => before.filter((it) => it.id !== id))
  return { samples, answer }
}
