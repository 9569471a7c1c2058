/** Finding payments, and taking the list along. */
export const activityMore = {
  find: 'Find',
  text: 'Address, agent, payee or transaction',
  site: 'Site',
  everySite: 'every site',
  state: 'State',
  everyState: 'every state',
  from: 'From',
  until: 'Until',
  reset: 'Show all',
  none: 'Nothing matches.',
  noneYet: 'Nothing matches among the payments looked at so far.',
  further: 'Look further back',
  saveCsv: 'Save as CSV',
  saveJson: 'Save as JSON',
  fileName: (day: string, form: string) => `countersign-activity-${day}.${form}`,
}
