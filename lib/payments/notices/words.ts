import { browser } from 'wxt/browser'

/** What the wallet says outside its own screens: on its button, and in the browser's notices. */
export type NoticeWords = {
  /** tag of Intl for numbers */
  readonly locale: string
  readonly pausedTitle: string
  readonly automatic: string
  readonly automaticOne: (amount: string, host: string) => string
  readonly automaticMany: (count: string, amount: string, host: string) => string
  readonly stop: string
  readonly stopped: string
  readonly stoppedMore: (host: string) => string
  readonly budget: Readonly<Record<80 | 100, string>>
  readonly budgetMore: (name: string, used: string, limit: string) => string
  readonly everything: string
  readonly unknown: (count: number) => string
  readonly unknownOne: (amount: string, host: string) => string
  readonly unknownMany: string
  readonly waiting: (count: number) => string
  readonly waitingFor: (host: string) => string
  readonly noSite: string
}

const en: NoticeWords = {
  locale: 'en-US',
  pausedTitle: 'Countersign: all payments are paused',
  automatic: 'Paid without asking',
  automaticOne: (amount, host) => `${amount} to ${host}, as your mandate allows.`,
  automaticMany: (count, amount, host) => `${count} payments, ${amount} in all, to ${host}.`,
  stop: 'Stop this site',
  stopped: 'Stopped',
  stoppedMore: (host) => `Nothing more is paid to ${host} without asking. You can resume it under Budgets.`,
  budget: { 80: 'A limit is nearly used up', 100: 'A limit is used up' },
  budgetMore: (name, used, limit) => `${name}: ${used} of ${limit}.`,
  everything: 'All sites together',
  unknown: (count) =>
    count === 1 ? 'A payment has no clear outcome' : `${count} payments have no clear outcome`,
  unknownOne: (amount, host) => `${amount} to ${host}. It stays held until there is proof.`,
  unknownMany: 'They stay held until there is proof.',
  waiting: (count) => (count === 1 ? 'A request waits for you' : `${count} requests wait for you`),
  waitingFor: (host) => `The newest is from ${host}.`,
  noSite: 'a page without an address',
}

const es: NoticeWords = {
  locale: 'es-ES',
  pausedTitle: 'Countersign: todos los pagos están en pausa',
  automatic: 'Pagado sin preguntar',
  automaticOne: (amount, host) => `${amount} a ${host}, como permite tu mandato.`,
  automaticMany: (count, amount, host) => `${count} pagos, ${amount} en total, a ${host}.`,
  stop: 'Detener este sitio',
  stopped: 'Detenido',
  stoppedMore: (host) => `Ya no se paga nada a ${host} sin preguntar. Puedes reanudarlo en Presupuestos.`,
  budget: { 80: 'Un límite está casi agotado', 100: 'Un límite está agotado' },
  budgetMore: (name, used, limit) => `${name}: ${used} de ${limit}.`,
  everything: 'Todos los sitios juntos',
  unknown: (count) =>
    count === 1 ? 'Un pago tiene un resultado incierto' : `${count} pagos tienen un resultado incierto`,
  unknownOne: (amount, host) => `${amount} a ${host}. Sigue retenido hasta que haya prueba.`,
  unknownMany: 'Siguen retenidos hasta que haya prueba.',
  waiting: (count) => (count === 1 ? 'Una petición te espera' : `${count} peticiones te esperan`),
  waitingFor: (host) => `La más reciente es de ${host}.`,
  noSite: 'una página sin dirección',
}

/** Both languages, for the test that holds them to the same words. */
export const noticeWords = { en, es } as const

/** The words for the owner's choice of language; `auto` is the browser's. */
export function wordsFor(language: 'auto' | 'en' | 'es'): NoticeWords {
  const chosen = language === 'auto' ? browser.i18n.getUILanguage() : language
  return chosen.toLowerCase().split('-')[0] === 'es' ? es : en
}
