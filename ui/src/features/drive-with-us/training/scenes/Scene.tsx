import { Ground } from './parts'
import { PEOPLE_SCENES } from './peopleScenes'
import classes from './Scene.module.css'
import type { SceneName } from './scenes'
import { WORK_SCENES } from './workScenes'

const SCENES = { ...WORK_SCENES, ...PEOPLE_SCENES }
const INDOORS: readonly SceneName[] = ['phone', 'message', 'clock', 'calendar', 'pin', 'money']

/** A drawing beside what is said; it says nothing that the words do not. */
export function Scene({ name }: { name: SceneName }) {
  return (
    <svg className={classes.scene} viewBox="0 0 320 180" aria-hidden="true">
      {!INDOORS.includes(name) && <Ground />}
      {SCENES[name]}
    </svg>
  )
}
