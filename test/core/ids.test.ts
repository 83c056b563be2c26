import { describe, expect, test } from 'bun:test'
import { fillIdOf, orderIdOf } from '../../src/core/ids'
import { atMs } from '../../src/core/time'
import { NOW } from '../support/examples'

const ANNA = 'acc_ANNA0001'
const BEN = 'acc_BEN00001'

describe('[key.prefixes] ids', () => {
  test('ids have a prefix that says what they name', () => {
    expect(orderIdOf(ANNA, NOW, 1)).toMatch(/^ord_[0-9A-HJKMNP-TV-Z]{25}$/)
    expect(fillIdOf(ANNA, NOW, 1)).toMatch(/^fil_[0-9A-HJKMNP-TV-Z]{25}$/)
  })

  test('the same event of the same market run has the same id', () => {
    expect(orderIdOf(ANNA, NOW, 1)).toBe(orderIdOf(ANNA, NOW, 1))
    expect(orderIdOf(ANNA, atMs(32), 33)).toBe(
      ['ord_', '0000000010', '0000011', 'ANNA0001'].join(''),
    )
  })

  test('[key.sorted] ids sort by time', () => {
    const times = [0, 1, 31, 32, 1023, 1024, 1772463600000, 1772463600001, 4102444800000]
    const ids = times.map((ms, index) => orderIdOf(ANNA, atMs(ms), 100 - index))
    expect(ids.toSorted()).toEqual(ids)
  })

  test('ids of an account sort in the order of its events, also at one instant', () => {
    const ids = [1, 9, 10, 31, 32, 33, 1023, 1024, 2 ** 31 - 1].map((seq) =>
      orderIdOf(ANNA, NOW, seq),
    )
    expect(ids.toSorted()).toEqual(ids)
  })

  test('another account, instant or number gives another id', () => {
    const ids = [ANNA, BEN].flatMap((account) =>
      [0, 1, 2].flatMap((ms) =>
        [1, 2, 3].map((seq) => orderIdOf(account, NOW.add({ milliseconds: ms }), seq)),
      ),
    )
    expect(new Set(ids).size).toBe(18)
  })
})
