import { useEffect, useRef, useState } from 'react'
import { sendTrainingHeartbeat, watchTraining } from '@/api/generated/sdk.gen'
import type { TrainingModuleOut } from '@/api/generated/types.gen'
import { codeOf } from '@/api/problem'
import { useKnownModule } from './useTraining'

const MS = 1_000
const RETRY_MS = 5_000

/** `elsewhere` is another window that has taken over, `unreached` a server that does not answer. */
export type WatchState = 'starting' | 'counting' | 'elsewhere' | 'unreached' | 'paused'

type Counted = { seconds: number; at: number; most: number }

/**
 * Spends time in a module while *isOn*, and the page is seen: the server counts it (OP-81).
 * *seconds* runs on smoothly between its answers and never ahead of the next one.
 */
export function useWatch(module: TrainingModuleOut, isOn: boolean) {
  const know = useKnownModule()
  const [state, setState] = useState<WatchState>('starting')
  const [round, setRound] = useState(0)
  const isSeen = useIsSeen()
  const counted = useRef<Counted>({ seconds: spentIn(module), at: 0, most: 0 })
  const runs = isOn && isSeen
  const moduleId = module.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins the watch anew.
  useEffect(() => {
    if (!runs) {
      counted.current.most = 0
      setState('paused')
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const path = { module_id: moduleId }
    const take = (known: TrainingModuleOut, interval: number) => {
      know(known)
      counted.current = { seconds: spentIn(known), at: performance.now(), most: interval }
      setState('counting')
    }
    const failed = (error: unknown, again: () => void) => {
      if (isOver) return
      counted.current.most = 0
      if (codeOf(error) === 'watched_elsewhere') return setState('elsewhere')
      setState('unreached')
      timer = setTimeout(again, RETRY_MS)
    }
    const begin = async () => {
      try {
        const { data } = await watchTraining({ path, throwOnError: true })
        if (isOver) return
        take(data.module, data.heartbeat_seconds)
        beatLater(data.watch_id, data.heartbeat_seconds)
      } catch (error) {
        failed(error, begin)
      }
    }
    const beatLater = (watch_id: string, interval: number) => {
      timer = setTimeout(() => void beat(watch_id, interval), interval * MS)
    }
    const beat = async (watch_id: string, interval: number) => {
      try {
        const { data } = await sendTrainingHeartbeat({
          path,
          body: { watch_id },
          throwOnError: true,
        })
        if (isOver) return
        take(data, interval)
        beatLater(watch_id, interval)
      } catch (error) {
        failed(error, () => void beat(watch_id, interval))
      }
    }
    setState('starting')
    void begin()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [runs, moduleId, round, know])

  const seconds = () => {
    const { seconds: known, at, most } = counted.current
    return known + Math.min(most, (performance.now() - at) / MS)
  }
  return { state, seconds, takeOver: () => setRound((before) => before + 1) }
}

function spentIn(module: TrainingModuleOut): number {
  return module.progress?.time_spent_seconds ?? 0
}

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.visibilityState !== 'hidden')
  useEffect(() => {
    const look = () => setSeen(document.visibilityState !== 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}
