/**
 * What HTTP alone costs: a bare Bun.serve that answers a constant of as many bytes as the argument
 * says.
 */
const bytes = Number(process.argv[2])
const body = JSON.stringify({ constant: 'x'.repeat(bytes - '{"constant":""}'.length) })
const headers = { 'content-type': 'application/json' }

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(body, { headers }),
})
console.log(`listening ${server.url.origin}`)
