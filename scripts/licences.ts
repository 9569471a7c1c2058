/** Checks pins, licences and install scripts of the dependencies: `npm run deps:licences`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencyFaults } from './lib/licences.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

const faults = dependencyFaults(read('package.json'), read('package-lock.json'))
for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0 ? 'licences, pins and install scripts are in order' : `${faults.length} faults`,
)
process.exitCode = faults.length === 0 ? 0 : 1
