/** The owner's history as a file, totals, and limits written for another client. */
export const data = {
  title: 'Data',
  lede: 'What was asked, allowed, signed and proved stays in this browser. No words and no keys are in a file of it.',
  export: 'Save as a file',
  exportMore: 'The whole ledger as JSON, with its chain of receipts.',
  fileName: (day: string) => `countersign-ledger-${day}.json`,
  import: 'Take in a file',
  importMore: 'Adds a ledger to an empty one, or continues the one here. Mandates come paused.',
  choose: 'Choose a file',
  reading: 'Reading the file…',
  adds: (payments: string, receipts: string) => `The file adds: payments ${payments}, receipts ${receipts}.`,
  addsNothing: 'All of this file is here already.',
  takeIn: 'Take it in',
  taken: 'Taken in. Totals were counted again.',
  faults: {
    'not-a-ledger': 'This is no ledger of Countersign, or its end is missing.',
    'bad-row': 'A row of the file is damaged.',
    'bad-order': 'The file goes on after its end.',
    'bad-chain': 'The chain of receipts is broken: something in the file was changed.',
    'other-history': 'This wallet has a history of its own, which the file does not continue.',
  },
  atLine: (line: string) => `Line ${line}.`,
  totals: 'Check the totals',
  totalsMore: 'Adds up again what was signed, and puts right what differs.',
  totalsRight: (count: string) => `${count} totals, all of them right.`,
  totalsWrong: (count: string) => `${count} totals were wrong and are right now:`,
  controls: 'Limits of an x402 client',
  controlsMore:
    'Paste the spendControls of a published client. What it would leave without a limit is refused.',
  controlsLabel: 'spendControls, as JSON',
  controlsUse: 'Use these limits',
  controlsSays: (usd: string, entries: number) =>
    entries === 0
      ? `${usd} a payment.`
      : `${usd} a payment, and ${entries === 1 ? 'a limit' : `limits`} of its own for ${entries} ${entries === 1 ? 'asset' : 'assets'}.`,
  unmatched: (places: string) => `Entries that match nothing here: ${places}.`,
  refusals: {
    'not-json': 'This is not JSON.',
    'controls-off': 'Controls that are switched off limit nothing.',
    'any-asset': 'Any asset at any amount is never paid.',
    'no-dollar-cap': 'Without a limit in dollars a payment has none.',
    'invalid-money': 'The limit in dollars cannot be read.',
    'asset-cap-not-atomic': 'The limit of an asset must be a whole number of its smallest units.',
    'uncapped-entry': 'An asset without a limit of its own is never paid.',
    malformed: 'This is not the shape of spendControls.',
  },
  atEntry: (place: string) => `Entry ${place}.`,
}
