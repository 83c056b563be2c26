/** As test/postgres/power-loss.folder.test.ts, over a longer life and more images of it. */
import { beforeAll, expect, test } from 'bun:test'
import { faultsAfterPowerLoss, type Life, lived } from '../support/embedded-under-power-loss'

const ROUNDS = 40
const IMAGES = 12

let life: Life
beforeAll(async () => {
  life = await lived('fsync', ROUNDS)
})

test.each(Array.from({ length: IMAGES }, (_, image) => image))(
  'an answer outlives a loss of power right after it: image %d',
  async (image) => {
    const { answers } = life
    const answer = answers[Math.floor((answers.length * (image + 1)) / IMAGES) - 1]
    expect(await faultsAfterPowerLoss(life, answer?.moment ?? 0, 100 + image)).toEqual([])
  },
)

test('orders that are placed together share their syncs', () => {
  const { disk, opened, answered } = life
  // Eight orders, a tick that fills some, and reads, which sync nothing.
  expect(disk.syncs(opened, answered) / ROUNDS).toBeLessThan(8)
})
