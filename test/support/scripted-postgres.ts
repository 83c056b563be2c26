/**
 * A TCP server that speaks PostgreSQL's protocol and answers as a test says: rows, errors in the
 * middle of rows, silence.
 */
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface Reply {
  readonly rows?: readonly (readonly string[])[]
  /** SQLSTATE of an error that ends the statement after its rows. */
  readonly error?: string
  /** Nothing is said any more on this connection; it stays open. */
  readonly silent?: true
}

export interface ScriptedPostgres {
  readonly url: string
  /** The texts of all statements, each with the number of its connection, in their order. */
  readonly received: readonly (readonly [connection: number, text: string])[]
  /** Ends every connection that there is; new ones work. */
  drop(): void
  stop(): void
}

const COLUMN = 25 // text
const int32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
const int16 = (value: number): Buffer => int32(value).subarray(2)
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const READY = message('Z', Buffer.from('I'))
const WELCOME = Buffer.concat([message('R', int32(0)), message('K', int32(4711), int32(42)), READY])

const described = (columns: number, name?: string): Buffer =>
  message(
    'T',
    int16(columns),
    ...Array.from({ length: columns }, (_, index) =>
      Buffer.concat([
        text(name ?? `column_${index}`),
        int32(0),
        int16(0),
        int32(COLUMN),
        int16(-1),
        int32(-1),
        int16(0),
      ]),
    ),
  )

const rowOf = (columns: readonly string[]): Buffer =>
  message(
    'D',
    int16(columns.length),
    ...columns.flatMap((column) => [int32(Buffer.byteLength(column)), Buffer.from(column)]),
  )

function ended({ rows = [], error }: Reply): Buffer {
  return error === undefined
    ? message('C', text(`SELECT ${rows.length}`))
    : message('E', text('SERROR'), text(`C${error}`), text('Mas scripted'), Buffer.alloc(1))
}

/** `answer` is asked once for each statement that is carried out. */
export async function scriptedPostgres(
  answer: (text: string, connection: number) => Reply,
): Promise<ScriptedPostgres> {
  const received: [number, string][] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    const connection = ++connections
    const session = sessionOf((statement) => {
      received.push([connection, statement])
      return answer(statement, connection)
    })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      for (const reply of session(chunk)) socket.write(reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe: a TCP server that listens has an address and a port.
  const { port } = server.address() as AddressInfo
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: `postgres://paper:secret@127.0.0.1:${port}/paper`,
    received,
    drop,
    stop() {
      server.close()
      drop()
    },
  }
}

/** One connection: what it answers to each chunk of bytes. */
function sessionOf(answer: (statement: string) => Reply) {
  const statements = new Map<string, string>()
  let waiting = Buffer.alloc(0)
  let started = false
  let bound = ''
  let failed = false
  let silent = false

  function* simple(statement: string): Generator<Buffer> {
    const reply = answer(statement)
    if (reply.silent) silent = true
    if (silent) return
    if (reply.rows) yield described(reply.rows[0]?.length ?? 1)
    for (const row of reply.rows ?? []) yield rowOf(row)
    yield ended(reply)
    yield READY
  }

  function* extended(type: string, body: Buffer): Generator<Buffer> {
    const [first = '', second = ''] = body.toString('utf8').split('\0')
    if (type === 'S') {
      failed = false
      yield READY
    }
    if (failed) return
    if (type === 'P') {
      statements.set(first, second)
      yield message('1')
    } else if (type === 'D') {
      const statement = statements.get(first.slice(1)) ?? ''
      const parameters = new Set(statement.match(/\$\d+/g)).size
      yield message('t', int16(parameters), ...Array(parameters).fill(int32(COLUMN)))
      yield described(1, / as (\w+)\s*$/.exec(statement)?.[1])
    } else if (type === 'B') {
      bound = statements.get(second) ?? ''
      yield message('2')
    } else if (type === 'E') {
      const reply = answer(bound)
      if (reply.silent) silent = true
      if (silent) return
      for (const row of reply.rows ?? []) yield rowOf(row)
      failed = reply.error !== undefined
      yield ended(reply)
    }
  }

  return function* (chunk: Buffer): Generator<Buffer> {
    waiting = Buffer.concat([waiting, chunk])
    if (!started) {
      if (waiting.length < 4 || waiting.length < waiting.readInt32BE(0)) return
      waiting = waiting.subarray(waiting.readInt32BE(0))
      started = true
      yield WELCOME
    }
    while (waiting.length >= 5 && waiting.length > waiting.readInt32BE(1)) {
      const type = waiting.toString('latin1', 0, 1)
      const body = waiting.subarray(5, waiting.readInt32BE(1) + 1)
      waiting = waiting.subarray(waiting.readInt32BE(1) + 1)
      if (silent) continue
      if (type === 'Q') yield* simple(body.toString('utf8', 0, body.length - 1))
      else yield* extended(type, body)
    }
  }
}
