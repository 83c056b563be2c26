/** Every command by its name; `bun run NAME` runs it. */
import type { Command } from './shared/command'

interface CommandEntry {
  /** One line, for a list of all commands. */
  readonly summary: string
  /** When it runs: no command loads what the others need. */
  readonly load: () => Promise<Command>
}

export const COMMANDS = {
  demo: {
    summary: 'show a first trade from end to end',
    load: async () => (await import('./demo/command')).demo,
  },
  keys: {
    summary: 'make and change API keys: clients, secrets, accounts',
    load: async () => (await import('./keys/command')).keys,
  },
  watch: {
    summary: 'show the orders of an account as they change',
    load: async () => (await import('./watch/command')).watch,
  },
  bars: {
    summary: 'import bars of real trading, for MARKET_FEED=replay',
    load: async () => (await import('./bars/command')).bars,
  },
  instruments: {
    summary: 'add or change instruments',
    load: async () => (await import('./instruments/command')).instruments,
  },
  market: {
    summary: 'draw, measure and repair the market',
    load: async () => (await import('./market/command')).market,
  },
} satisfies Readonly<Record<string, CommandEntry>>
