import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TrainingModuleOut } from '@/api/generated/types.gen'
import { SAFETY_SLIDES } from './slides/safety'
import { SERVICE_SLIDES } from './slides/service'
import classes from './Training.module.css'
import { isCompleted } from './useTraining'

const Lesson = lazy(() => import('./Lesson'))
const Tour = lazy(() => import('./Tour'))
const Quiz = lazy(() => import('./Quiz'))
const Inspection = lazy(() => import('./Inspection'))

/** The module that was opened: over the list where it is the quiz, in its place otherwise. */
export function OpenModule(props: {
  module: TrainingModuleOut
  onClose: () => void
  list: ReactNode
  back: ReactNode
}) {
  const { module, onClose } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // Who passes the quiz now sees the result first.
  const [wasDone] = useState(() => isCompleted(module))
  if (module.type === 'quiz' && !wasDone) {
    return (
      <>
        {props.list}
        <Quiz module={module} onClose={onClose} />
      </>
    )
  }
  return (
    <>
      {props.back}
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {module.title}
      </h2>
      <Content module={module} onDone={onClose} />
    </>
  )
}

function Content({ module, onDone }: { module: TrainingModuleOut; onDone: () => void }) {
  switch (module.type) {
    case 'video':
      return (
        <Lesson
          key={module.id}
          module={module}
          slides={module.id === 'safety-basics' ? SAFETY_SLIDES : SERVICE_SLIDES}
          onDone={onDone}
        />
      )
    case 'interactive':
      return <Tour module={module} onDone={onDone} />
    case 'document':
      return <Inspection module={module} onDone={onDone} />
    case 'quiz':
      return <p className={classes.done}>You have completed this module.</p>
  }
}
