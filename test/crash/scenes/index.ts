/** Every scene, in the order in which they are played. */
import { bytes } from './bytes'
import { cancelled } from './cancelled'
import { kills } from './kills'
import { network } from './network'
import { postgres } from './postgres'
import type { Scene } from './scene'
import { standby } from './standby'
import { stopped } from './stopped'

export const SCENES = { kills, postgres, network, cancelled, stopped, bytes, standby } as const

export type SceneName = keyof typeof SCENES

export const sceneOf = (name: SceneName): Scene => SCENES[name]()
