/** Finding payments, and taking the list along. */
export const activityMore = {
  find: 'Find',
  text: 'Words of the address, agent, payee, transaction',
  site: 'Site',
  everySite: 'every site',
  state: 'State',
  everyState: 'every state',
  from: 'From',
  until: 'Until',
  reset: 'Show all',
  none: 'Nothing matches.',
  looking: 'Looking further back…',
  received: 'received',
  receivedFrom: (address: string) => `from ${address}`,
  saveCsv: 'Save as CSV',
  saveJson: 'Save as JSON',
  fileName: (day: string, form: string) => `countersign-activity-${day}.${form}`,
}
