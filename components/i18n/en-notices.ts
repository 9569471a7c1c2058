/** The browser's notices, in the settings. */
export const notices = {
  title: 'Notices',
  lede: 'Shown by your system, perhaps also on a locked screen. They name the site and the amount, never more.',
  label: 'Show notices',
  more: 'what was paid without asking, a limit at 80 and 100 percent, an unclear outcome, what waits for you',
}
