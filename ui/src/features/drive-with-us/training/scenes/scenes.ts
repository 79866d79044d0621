import type { PEOPLE_SCENES } from './peopleScenes'
import type { WORK_SCENES } from './workScenes'

export type SceneName = keyof typeof WORK_SCENES | keyof typeof PEOPLE_SCENES
