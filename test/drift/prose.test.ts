import { test } from 'bun:test'

test.todo('x')
