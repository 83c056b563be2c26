/** Loaded before a program: its streams' messages come late, as the seed LATE_SEED draws. */
import { lateSocket } from './late-socket'
import { randomOf } from './random'

const draw = randomOf(Number(process.env.LATE_SEED))
Object.assign(globalThis, { WebSocket: lateSocket(() => draw() * 20) })
