/** HAProxy and nginx before a server, as they come and as examples/deploy has them. */
import { join } from 'node:path'
import { aFolder } from './folders'
import { until } from './until'

export const HAPROXY = Bun.which('haproxy')
const NGINX = Bun.which('nginx', { PATH: `${process.env.PATH ?? ''}:/usr/sbin` })
const DEPLOY = new URL('../../examples/deploy/', import.meta.url).pathname

export interface ProxyProgram {
  readonly name: string
  /** Null if the machine does not have it. */
  readonly program: string | null
  /** What starts it between two addresses, with its files in the folder. */
  command(folder: string, front: string, back: string): Promise<readonly string[]>
  readonly env?: (front: string, back: string) => Readonly<Record<string, string>>
}

const haproxy = async (folder: string, config: string): Promise<readonly string[]> => {
  const file = join(folder, 'haproxy.cfg')
  await Bun.write(file, config)
  return [HAPROXY ?? '', '-db', '-q', '-f', file]
}

/** Its files, which Debian has elsewhere, are in the folder, whoever runs it. */
const nginx = async (folder: string, config: string): Promise<readonly string[]> => {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  const text = config.replace('http {', `http { access_log off; ${paths}`)
  await Bun.write(file, `daemon off; master_process off; pid ${folder}/pid;\n${text}`)
  return [NGINX ?? '', '-q', '-c', file, '-e', join(folder, 'errors')]
}

/** Not a word more than each needs to hand requests on. */
export const AS_THEY_COME: readonly ProxyProgram[] = [
  {
    name: 'HAProxy',
    program: HAPROXY,
    command: (folder, front, back) =>
      haproxy(
        folder,
        `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen paper
  bind ${front}
  server one ${back}
`,
      ),
  },
  {
    name: 'nginx',
    program: NGINX,
    command: (folder, front, back) =>
      nginx(
        folder,
        `events {}
http {
  server {
    listen ${front};
    location / { proxy_pass http://${back}; }
  }
}
`,
      ),
  },
]

/** Both name the address of the caller in X-Forwarded-For. */
export const OF_EXAMPLES: readonly ProxyProgram[] = [
  {
    name: 'haproxy.cfg',
    program: HAPROXY,
    command: async () => [HAPROXY ?? '', '-db', '-q', '-f', join(DEPLOY, 'haproxy.cfg')],
    env: (front, back) => ({ PAPER_BIND: front, PAPER_ONE: back, PAPER_TWO: back }),
  },
  {
    name: 'nginx.conf',
    program: NGINX,
    command: async (folder, front, back) => {
      const example = await Bun.file(join(DEPLOY, 'nginx.conf')).text()
      const config = example
        .replace('listen 8080', `listen ${front}`)
        .replace(/paper-(?:one|two):3000/g, back)
      return nginx(folder, config)
    },
  },
]

const running = new Set<Bun.Subprocess>()

/** Its port; requests reach the server behind it. */
export async function startProxy(
  proxy: ProxyProgram,
  port: number,
  serverUrl: string,
): Promise<void> {
  const [front, back] = [`127.0.0.1:${port}`, new URL(serverUrl).host]
  const command = await proxy.command(await aFolder(), front, back)
  await serving(command, `http://${front}`, proxy.env?.(front, back))
}

/** HAProxy before two cells, as examples/deploy/cells has it. Returns its URL. */
export async function startProxyOfCells(
  port: number,
  cells: { readonly a: string; readonly b: string },
): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  const command = [HAPROXY ?? '', '-db', '-q', '-f', join(DEPLOY, 'cells/haproxy.cfg')]
  await serving(command, url, {
    PAPER_BIND: `127.0.0.1:${port}`,
    PAPER_A: cells.a,
    PAPER_B: cells.b,
    PAPER_CHECK_EVERY: '100ms',
  })
  return url
}

/** Starts a proxy, and waits until it hands a request on. */
async function serving(
  command: readonly string[],
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  await until(
    () =>
      fetch(`${url}/livez`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  )
}

/** For afterEach. */
export async function killProxies(): Promise<void> {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([...running].map((child) => child.exited))
  running.clear()
}
