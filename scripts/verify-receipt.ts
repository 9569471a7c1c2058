/**
 * Checks the receipt of one payment, as the wallet exports it.
 *
 *     npm run -s verify-receipt FILE                 by what is in the file
 *     npm run -s verify-receipt FILE -- --rpc URL    and on the chain, by a node that you choose
 *
 * One line for each check: `ok`, `WRONG`, or `open` for what cannot be checked and why. Exit codes: 0 nothing is
 * wrong, 1 something is or the file cannot be read as a receipt, 2 the command cannot be used.
 */
import { runVerify } from './verify-receipt/command'

const { lines, problem, code } = await runVerify(process.argv.slice(2))
if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
if (problem !== null) process.stderr.write(`verify-receipt: ${problem}\n`)
process.exitCode = code
