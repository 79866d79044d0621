import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { ModuleType, TrainingModuleOut, TrainingOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import frame from '../DriveWithUs.module.css'
import { OpenModule } from './OpenModule'
import classes from './Training.module.css'
import { downloadCertificate, isCompleted, useTraining } from './useTraining'

const KINDS = {
  video: 'Slides',
  interactive: 'Tour',
  quiz: 'Quiz',
  document: 'Checklist',
} as const satisfies Record<ModuleType, string>

/** The training center: modules, overall progress, and certificates of what is completed (ONB-55). */
export default function Training() {
  const query = useTraining()
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <h1 className={frame.title}>Training Center</h1>
      <DataPanel
        query={query}
        failure="Your training could not be loaded"
        skeleton={<Skeleton height={560} radius="lg" />}
      >
        {(training) => {
          const open = training.modules.find(({ id }) => id === openId)
          const list = <Center training={training} onOpen={setOpenId} />
          if (!open) return list
          return (
            <Suspense fallback={<Skeleton height={480} radius="lg" />}>
              <OpenModule
                module={open}
                onClose={() => setOpenId(null)}
                list={list}
                back={<Back onBack={() => setOpenId(null)} />}
              />
            </Suspense>
          )
        }}
      </DataPanel>
    </>
  )
}

function Back({ onBack }: { onBack: () => void }): ReactNode {
  return (
    <Button
      variant="subtle"
      className={classes.back}
      leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
      onClick={onBack}
    >
      All modules
    </Button>
  )
}

function Center({ training, onOpen }: { training: TrainingOut; onOpen: (id: string) => void }) {
  const certified = training.modules.filter(isCompleted)
  return (
    <>
      <section className={frame.progress} aria-label="Overall progress">
        <p>
          {certified.length} of {training.modules.length} modules completed · {training.percent}%
        </p>
        <progress
          className={frame.bar}
          value={training.percent}
          max={100}
          aria-label="Overall progress"
        />
      </section>
      <ol className={classes.modules}>
        {training.modules.map((module) => (
          <li key={module.id}>
            <ModuleCard module={module} onOpen={() => onOpen(module.id)} />
          </li>
        ))}
      </ol>
      {certified.length > 0 && (
        <Certificates isWhole={certified.length === training.modules.length} modules={certified} />
      )}
    </>
  )
}

function ModuleCard({ module, onOpen }: { module: TrainingModuleOut; onOpen: () => void }) {
  const isUsedUp = module.attempts_left === 0 && !isCompleted(module)
  return (
    <article className={classes.module} aria-labelledby={`module-${module.id}`}>
      <span className={classes.number} data-done={isCompleted(module) || undefined}>
        {isCompleted(module) ? <IconCheck size={20} aria-hidden="true" /> : module.order}
      </span>
      <div className={classes.words}>
        <h2 id={`module-${module.id}`}>{module.title}</h2>
        <p className={classes.note}>
          {KINDS[module.type]} · {module.minutes} min · {statusOf(module)}
        </p>
        <p>{module.description}</p>
      </div>
      <Button variant={module.progress ? 'default' : 'filled'} disabled={isUsedUp} onClick={onOpen}>
        {actionOf(module)}
      </Button>
    </article>
  )
}

function statusOf(module: TrainingModuleOut): string {
  const { progress, attempts_left } = module
  if (!progress) return 'Not started'
  if (progress.status === 'completed') {
    return progress.score === null ? 'Completed' : `Completed with ${progress.score}%`
  }
  if (progress.status === 'failed') return 'All attempts used. Write to support for new ones.'
  return attempts_left === null ? 'In progress' : `In progress, attempts left: ${attempts_left}`
}

function actionOf({ progress }: TrainingModuleOut): string {
  if (!progress) return 'Start'
  return progress.status === 'completed' ? 'Look Again' : 'Continue'
}

/** What is completed, to be shown to others. */
function Certificates(props: { isWhole: boolean; modules: TrainingModuleOut[] }) {
  return (
    <section className={classes.lesson} aria-labelledby="certificates">
      <h2 id="certificates" className={frame.heading}>
        {props.isWhole ? 'Training completed: your certificates' : 'Your certificates'}
      </h2>
      <ul className={classes.certificates}>
        {props.modules.map((module) => (
          <li key={module.id}>
            <div className={classes.words}>
              <strong>{module.title}</strong>
              <span className={classes.note}>
                {module.progress?.completed_at &&
                  dayAndTime(module.progress.completed_at, Date.now())}
              </span>
            </div>
            <Button
              variant="default"
              leftSection={<IconDownload size={20} aria-hidden="true" />}
              onClick={() =>
                downloadCertificate(module).catch((error) => toast.error(sentenceOf(error)))
              }
            >
              Download<span className={classes.hidden}> the certificate of {module.title}</span>
            </Button>
            <Link
              to="/certificates/$code"
              params={{ code: module.progress?.certificate_code ?? '' }}
            >
              Verify<span className={classes.hidden}> the certificate of {module.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
