/**
 * Ports below the range of the kernel: a program that comes back must find its port free, and a
 * connection to a port that nobody listens on must fail. (From a port of the kernel's own
 * range it can reach itself.)
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { below, type Random } from './random'

const LOWEST = 20_000
const COUNT = 12_000

/** Finds a port that nobody listens on now. Throws if 100 ports in a row are in use. */
export async function freePort(random: Random = anyFraction): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = LOWEST + below(random, COUNT)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

/** Another one in each process: two that look at once must not find the same port. */
const anyFraction: Random = () => randomInt(2 ** 32) / 2 ** 32

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
