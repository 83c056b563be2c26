/** Answered orders survive a loss of power, on the embedded folder. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { faultsAfterPowerLoss, type Life, lived } from '../support/embedded-under-power-loss'

/** Images of each part of a life; POWER_LOSS_SEEDS=100 makes many more. */
const SEEDS = Number(process.env.POWER_LOSS_SEEDS ?? 4)
const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1)
const someSeeds = seeds.slice(0, Math.ceil(SEEDS / 2))

/** Spread evenly, another place for each seed. */
const between = (from: number, to: number, seed: number): number =>
  from + Math.floor((to - from) * ((seed * 0.618034) % 1))

/** At the instant of an answer, or a few writes later. */
const afterAnAnswer = ({ answers }: Life, seed: number): number =>
  (answers[between(0, answers.length, seed)]?.moment ?? 0) + (seed % 5)

describe('[durability.answered] after a loss of power, the embedded folder opens and has all that was answered', () => {
  let life: Life
  beforeAll(async () => {
    life = await lived('fsync')
  })

  test.each(seeds)('while orders are placed and filled: image %d', async (seed) => {
    expect(await faultsAfterPowerLoss(life, afterAnAnswer(life, seed), seed)).toEqual([])
  })

  test.each(someSeeds)('while it ends: image %d', async (seed) => {
    const moment = between(life.answered, life.ended, seed)
    expect(await faultsAfterPowerLoss(life, moment, seed)).toEqual([])
  })

  test.each(seeds)('after a clean end: image %d', async (seed) => {
    expect(await faultsAfterPowerLoss(life, life.ended, seed)).toEqual([])
  })

  test.each(someSeeds)('while it is made: image %d', async (seed) => {
    expect(await faultsAfterPowerLoss(life, between(0, life.opened, seed), seed)).toEqual([])
  })
})

describe('[durability.relaxed] a relaxed folder', () => {
  let life: Life
  beforeAll(async () => {
    life = await lived('relaxed')
  })

  test('is lost or loses orders while it runs', async () => {
    const faults = await Promise.all(
      seeds.map((seed) => faultsAfterPowerLoss(life, life.answered, seed)),
    )
    expect(faults.flat()).not.toEqual([])
  })

  test.each(someSeeds)('has all that was answered after a clean end: image %d', async (seed) => {
    expect(await faultsAfterPowerLoss(life, life.ended, seed)).toEqual([])
  })
})
