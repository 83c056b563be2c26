import { expect, test } from 'bun:test'
import packageJson from '../../package.json'

test('no dependency is patched: if this is a dependency itself, no patch is in force', () => {
  expect(packageJson).not.toHaveProperty('patchedDependencies')
})
