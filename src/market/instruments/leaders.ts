/**
 * Instruments that move with another one: classes of one company's shares, and funds that hold the
 * same thing, a multiple of it, or the opposite. How far they move is their own volatility's and
 * beta's to say, so a fund of three times the Nasdaq 100 has three times QQQ's.
 */
interface Followers {
  /** Symbols with a space between. */
  readonly along?: string
  readonly against?: string
}

const FOLLOWERS: Readonly<Record<string, Followers>> = {
  AGG: { along: 'BND' },
  'BRK.B': { along: 'BRK.A' },
  EFA: { along: 'VEA' },
  FOXA: { along: 'FOX' },
  GDX: { along: 'NUGT' },
  GLD: { along: 'IAU' },
  GOOGL: { along: 'GOOG' },
  HYG: { along: 'JNK' },
  IBIT: { along: 'BITO FBTC GBTC' },
  IJH: { along: 'MDY' },
  IWM: { along: 'TNA', against: 'TZA' },
  LEN: { along: 'LEN.B' },
  NVDA: { along: 'NVDL' },
  QQQ: { along: 'QQQM TQQQ', against: 'SQQQ' },
  SOXX: { along: 'SOXL', against: 'SOXS' },
  SPY: { along: 'IVV SPLG SPXL SSO UPRO VOO', against: 'SDS SH SPXS SPXU' },
  USO: { along: 'UCO' },
  VXUS: { along: 'IXUS' },
  XBI: { along: 'LABU' },
  XLF: { along: 'FAS' },
}

/** Whose movement of its own an instrument shares, and in which direction. */
export interface Lead {
  readonly symbol: string
  readonly side: 1 | -1
}

const LEADS: ReadonlyMap<string, Lead> = new Map(
  Object.entries(FOLLOWERS).flatMap(([symbol, { along, against }]) => [
    ...symbolsIn(along).map((follower): [string, Lead] => [follower, { symbol, side: 1 }]),
    ...symbolsIn(against).map((follower): [string, Lead] => [follower, { symbol, side: -1 }]),
  ]),
)

/** Itself where it moves with no other. */
export const leadOf = (symbol: string): Lead => LEADS.get(symbol) ?? { symbol, side: 1 }

export const FOLLOWING: readonly string[] = [...LEADS.keys()]

function symbolsIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(' ')
}
