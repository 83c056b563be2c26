/** `bun run market-report`. */
import { runAsProcess } from '../../src/clients/cli/shared/paper'
import { marketReport } from './report'

await runAsProcess(marketReport, process.argv.slice(2))
