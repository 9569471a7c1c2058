/**
 * Asks the wallet's admission from the command line.
 *
 *     npm run -s decide < input.json              prints the decision on one input as JSON
 *     npm run -s decide -- --vectors FILE         runs a file of cases
 *     npm run -s decide -- --audit URL...         says which offers a new wallet would refuse, and why
 *
 * Standard output carries the result alone. Exit codes: 0 done, 1 a case failed or a URL has no offer that a new
 * wallet would pay, 2 the command or its input cannot be used.
 */
import { runCommand } from './decide/command'

const { lines, problem, code } = await runCommand(process.argv.slice(2))
if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
if (problem !== null) process.stderr.write(`decide: ${problem}\n`)
process.exitCode = code
