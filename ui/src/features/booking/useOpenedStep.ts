import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Draft } from './draft/draft'
import { openedStep } from './missing'
import type { Step } from './steps'

/**
 * The step to show. An address that skips what is not filled in is corrected, and `moved` tells
 * whether the step has changed since the page was opened.
 */
export function useOpenedStep(asked: Step, draft: Draft): { step: Step; moved: boolean } {
  const navigate = useNavigate()
  const step = openedStep(asked, draft)
  const first = useRef(step)
  const moved = useRef(false)
  if (step !== first.current) moved.current = true
  useEffect(() => {
    if (asked === step) return
    void navigate({
      to: '/book-service',
      search: (before) => ({ ...before, step }),
      replace: true,
    })
  }, [asked, step, navigate])
  return { step, moved: moved.current }
}
