/** Every command of `paper` by its name, in the order of `paper --help`. */
import { version } from '../../../package.json'
import { completionCommand } from './completion/command'
import type { CommandTable } from './shared/command-line'
import type { Paper } from './shared/paper'

const commands: CommandTable = {
  server: {
    summary: 'start the brokerage',
    load: async () => (await import('./server/command')).serverCommand,
  },
  demo: {
    summary: 'show a first trade from end to end',
    load: async () => (await import('./demo/command')).demoCommand,
  },
  exec: {
    summary: 'run a command, such as a test run, with a broker of its own',
    load: async () => (await import('./exec/command')).execCommand,
  },
  verify: {
    summary: 'play a recorded run again, and compare it byte by byte',
    load: async () => (await import('./verify/command')).verifyCommand,
  },
  keys: {
    summary: 'make and change API keys: clients, secrets, accounts',
    load: async () => (await import('./keys/command')).keysCommand,
  },
  users: {
    summary: 'make and change users of the console, and links that sign in',
    load: async () => (await import('./users/command')).usersCommand,
  },
  quote: {
    summary: 'show quotes',
    load: async () => (await import('./quote/command')).quoteCommand,
  },
  find: {
    summary: 'find instruments by a part of their symbol or name',
    load: async () => (await import('./find/command')).findCommand,
  },
  candles: {
    summary: 'list candles of an instrument',
    load: async () => (await import('./candles/command')).candlesCommand,
  },
  clock: {
    summary: "show the market's time, its session, and what opens next",
    load: async () => (await import('./clock/command')).clockCommand,
  },
  order: {
    summary: 'place, amend, cancel and show an order',
    load: async () => (await import('./order/command')).orderCommand,
  },
  cancel: {
    summary: 'cancel all open orders',
    load: async () => (await import('./cancel/command')).cancelCommand,
  },
  close: {
    summary: 'sell a holding, or all, and cancel what holds its shares',
    load: async () => (await import('./close/command')).closeCommand,
  },
  orders: {
    summary: 'list orders or fills',
    load: async () => (await import('./orders/command')).ordersCommand,
  },
  account: {
    summary: 'show the cash and the holdings of an account',
    load: async () => (await import('./account/command')).accountCommand,
  },
  watch: {
    summary: 'show the orders of an account as they change',
    load: async () => (await import('./watch/command')).watchCommand,
  },
  explain: {
    summary: 'explain why an order has not filled, or why at its prices',
    load: async () => (await import('./explain/command')).explainCommand,
  },
  mcp: {
    summary: 'give an agent the tools of a trader, over MCP',
    load: async () => (await import('./mcp/command')).mcpCommand,
  },
  chaos: {
    summary: 'run a command on bad networks, and name the smallest seed that fails',
    load: async () => (await import('./chaos/command')).chaosCommand,
  },
  bars: {
    summary: 'import bars of real trading, for MARKET_FEED=replay',
    load: async () => (await import('./bars/command')).barsCommand,
  },
  feed: {
    summary: 'send prices of real markets to a server, for MARKET_FEED=live',
    load: async () => (await import('./feed/command')).feedCommand,
  },
  instruments: {
    summary: 'add or change instruments',
    load: async () => (await import('./instruments/command')).instrumentsCommand,
  },
  market: {
    summary: 'draw, measure and repair the market',
    load: async () => (await import('./market/command')).marketCommand,
  },
  doctor: {
    summary: 'find what is wrong with a set-up, and say what to do',
    load: async () => (await import('./doctor/command')).doctorCommand,
  },
  audit: {
    summary: 'check the books of a database',
    load: async () => (await import('./audit/command')).auditCommand,
  },
  bench: {
    summary: 'measure what a server does in a second on this machine',
    load: async () => (await import('./bench/command')).benchCommand,
  },
  completion: {
    summary: 'print a script with which bash, zsh or fish completes these commands',
    load: async () => completionCommand(() => commands),
  },
}

export const PAPER: Paper = { commands, version }
