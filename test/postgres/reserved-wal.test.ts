import { describe, expect, spyOn, test } from 'bun:test'
import fs from 'node:fs'
import { join } from 'node:path'
import { reservedWal, segmentAfter } from '../../src/postgres/drivers/embedded-files'
import { aFolder } from '../support/folders'

const MEBIBYTE = 1024 * 1024

describe('the write-ahead segment after another', () => {
  test.each([
    ['000000010000000000000001', 16, '000000010000000000000002'],
    ['0000000100000000000000FE', 16, '0000000100000000000000FF'],
    ['0000000100000000000000FF', 16, '000000010000000100000000'],
    ['000000030000000A000000FF', 16, '000000030000000B00000000'],
    ['000000010000000000000FFF', 1, '000000010000000100000000'],
    ['00000001000000000000003F', 64, '000000010000000100000000'],
  ])('%s, of %d MiB, is %s', (name, mebibytes, next) => {
    expect(segmentAfter(name, mebibytes * MEBIBYTE)).toBe(next)
  })
})

describe('the spare write-ahead segment', () => {
  const FIRST = '000000010000000000000001'
  const SECOND = '000000010000000000000002'

  async function logOf(bytes: number): Promise<string> {
    const folder = await aFolder()
    fs.writeFileSync(join(folder, FIRST), Buffer.alloc(bytes))
    return folder
  }

  test('is made, whole and empty, at the first write to the one before', async () => {
    const folder = await logOf(2 * MEBIBYTE)
    const spare = reservedWal()
    spare.writes(join(folder, FIRST))
    expect(spare.isThere()).toBe(true)
    expect(fs.readFileSync(join(folder, SECOND)).equals(Buffer.alloc(2 * MEBIBYTE))).toBe(true)
    expect(fs.readdirSync(folder).toSorted()).toEqual([FIRST, SECOND])
  })

  test('is left alone if PostgreSQL has made it', async () => {
    const folder = await logOf(MEBIBYTE)
    fs.writeFileSync(join(folder, SECOND), 'its own')
    reservedWal().writes(join(folder, FIRST))
    expect(fs.readFileSync(join(folder, SECOND), 'utf8')).toBe('its own')
  })

  test('is missing while the disk is full, and made once there is room', async () => {
    const folder = await logOf(2 * MEBIBYTE)
    const spare = reservedWal()
    const write = spyOn(fs, 'writeSync')
    write.mockReturnValueOnce(1).mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    spare.writes(join(folder, FIRST))
    write.mockImplementation(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    expect(spare.isThere()).toBe(false)
    expect(fs.readdirSync(folder)).toEqual([FIRST])
    write.mockRestore()
    expect(spare.isThere()).toBe(true)
    expect(fs.readdirSync(folder).toSorted()).toEqual([FIRST, SECOND])
  })

  test('is not begun on a disk with too little room', async () => {
    const folder = await logOf(2 * MEBIBYTE)
    const spare = reservedWal()
    const { bsize, ...stats } = fs.statfsSync(folder)
    const statfs = spyOn(fs, 'statfsSync')
    const open = spyOn(fs, 'openSync')
    statfs.mockReturnValue({ ...stats, bsize, bavail: Math.floor(MEBIBYTE / bsize) })
    spare.writes(join(folder, FIRST))
    expect(spare.isThere()).toBe(false)
    expect(open).not.toHaveBeenCalled()
    statfs.mockRestore()
    open.mockRestore()
    expect(spare.isThere()).toBe(true)
  })
})
