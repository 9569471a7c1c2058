import type * as english from './en-budgets'

/** What a limit is for, as seen from the payment on screen. */
export const limitOf: typeof english.limitOf = {
  everything: 'todos los sitios',
  site: 'este sitio',
  origin: 'este servidor',
  agent: 'este agente',
  payee: 'este cobrador',
  intent: 'esta compra',
  mandate: 'este mandato',
}

/** The time that a limit counts over. */
export const windows: typeof english.windows = {
  hour: '1 hora',
  last: (time) => time,
  month: 'este mes',
  total: 'en total',
  labelled: (what, window) => `${what}, ${window}`,
  frees: (moment) => `se libera a las ${moment}`,
  freesOn: (moment) => `se libera el ${moment}`,
}

/** The time that a mandate may spend its total in, after an amount; `choices` are names for a list. */
export const periods: typeof english.periods = {
  hour: 'por hora',
  day: 'al día',
  week: 'por semana',
  each: (time) => `en ${time}`,
  month: 'por mes natural',
  total: 'en total',
  choices: {
    hour: 'hora',
    day: 'día',
    week: 'semana',
    days30: '30 días',
    month: 'mes',
    total: 'en total',
  },
}

/** Why the mandate that came nearest did not pay. */
export const mandateReasons: typeof english.mandateReasons = {
  revoked: 'Revocaste el mandato para esto.',
  expired: (day) => `Tu mandato para esto acabó el ${day}.`,
  paused: 'Tu mandato para esto está en pausa.',
  agent: 'Tu mandato es para otro agente.',
  transport: 'Tu mandato es para otra manera de pedir.',
  path: (path) => `Tu mandato es solo para rutas bajo ${path}.`,
  asset: 'Tu mandato es para otro token u otra red.',
  payee: 'Tu mandato es para otro cobrador.',
  amount: (limit, asked) => `Tu mandato admite ${limit} por pago; esto son ${asked}.`,
  total: (used, limit, over) => `Van ${used} de los ${limit} de tu mandato; esto se pasa en ${over}.`,
  totalOther: 'Tu mandato no cuenta esta clase de dinero.',
  repeated: (ago) => `Lo mismo se pagó hace ${ago}; si se compra otra vez, lo dices tú.`,
  funds: (held) => `La cuenta desde la que paga tu mandato tiene ${held}.`,
  upto: 'Tu mandato es para precios que se saben de antemano.',
  other: 'Tu mandato no lo cubre.',
}

/** A limit that a payment would break, in a decision's facts. */
export const overFact: typeof english.overFact = (label, used, limit, over) =>
  `${label}: van ${used} de ${limit}; esto se pasa en ${over}.`
export const aLimit = 'un límite tuyo'

/** Paying a site without asking, from the approval window. */
export const allow: typeof english.allow = {
  open: 'Pagar sin preguntar, hasta…',
  title: 'Pagar a este sitio sin preguntar',
  each: 'por pago',
  total: 'en suma',
  per: 'cada',
  lasts: 'durante',
  inDollars: (label) => `${label}, en dólares`,
  from: 'pagar desde',
  recommended: 'recomendada',
  spending: 'Cuenta de gastos',
  fromSpending: 'tu cuenta de gastos',
  fresh: 'nueva y vacía',
  empty: 'vacía',
  unknown: 'saldo desconocido',
  spendingWhy: 'Solo tiene lo que pongas en ella: la propia cadena es el último tope.',
  ownWhy: 'Un fallo en un límite podría alcanzar todo lo que hay en esta cuenta.',
  payee: 'quién cobra',
  onlyThis: 'solo este cobrador',
  anyPayee: 'cualquier cobrador de este sitio',
  anyPayeeMore:
    'El sitio elige entonces en cada pago adónde va tu dinero. Algunos sitios hacen una dirección para cada uno.',
  more: 'Más',
  path: 'solo rutas bajo',
  pathAll: 'todo el sitio',
  pathBad: 'Una ruta empieza por /.',
  window: 'una firma se puede usar durante, en segundos',
  windowBad: (most) => `Segundos enteros, ${most} como mucho.`,
  repeat: 'Lo mismo se puede pagar otra vez',
  repeatMore: 'dentro de diez minutos',
  amountBad: 'Dólares, como 0.25.',
  eachTooMuch: (most) => `Tu límite por pago es ${most}.`,
  eachTooLittle: (amount) => `Este pago pide ${amount}, así que sigue esperando tu clic.`,
  summary: (each, total, until, from) =>
    `cobra entonces sin esta ventana, hasta ${each} por pago y ${total}, hasta el ${until}, desde ${from}. Puedes revocarlo en cualquier momento.`,
  allow: 'Permitir',
  allowAndPay: (amount) => `Permitir, y pagar ${amount} ahora`,
  allowing: 'Permitiendo…',
  password: 'Contraseña, para permitirlo',
  tooWide:
    'La cartera no acepta estos números. Un mandato no puede ser más amplio que tus propios límites: por pago, y en el mismo tiempo o uno más largo.',
  seeLimits: 'Ver tus límites',
  allowed: 'Permitido.',
  stillWaits: 'Este pago sigue esperando tu clic.',
  topUp: (account, symbol, network) =>
    `${account} no tiene suficiente. Envía ${symbol} a su dirección en ${network}:`,
}

/** Payments that a mandate made since the owner last looked. */
export const automatic: typeof english.automatic = {
  title: 'Pagados sin preguntar',
  line: (amount) => `Pagado sin preguntar: ${amount} a`,
  stop: 'Parar',
  pause: 'Pausar',
  stopped: 'parado',
  paused: 'en pausa',
  more: (count) => `${count} más`,
}

/** The page of limits and mandates. */
export const budgets: typeof english.budgets = {
  title: 'Presupuestos',
  limits: 'Límites',
  newMandate: 'Nuevo mandato',
  mandates: 'Mandatos',
  mandatesMore: 'Se paga sin preguntar, dentro de estos topes y de todos los límites de arriba.',
  noMandates: 'Ninguno. Un mandato se da en la ventana de aprobación, cuando un sitio pide un pago.',
  settled: 'liquidado',
  held: 'retenido hasta que haya prueba',
  scope: 'ámbito',
  limit: 'límite',
  used: 'usado',
  left: 'queda',
  frees: 'se libera',
  actions: 'acciones',
  who: 'quién',
  atMost: 'como mucho',
  total: 'en suma',
  until: 'hasta',
  each: (amount) => `${amount} por pago`,
  perPayment: 'Un pago',
  passwordOver: 'más, solo con tu contraseña',
  nothing: 'nada',
  settledSum: (amount) => `${amount} liquidados`,
  heldSum: (amount) => `${amount} retenidos`,
  fullest: (amount) => `${amount} como mucho,`,
  standings: (count) => `${count} en uso`,
  freesMoment: (moment) => `a las ${moment}`,
  freesDay: (moment) => `el ${moment}`,
  never: 'nunca',
  edit: 'Cambiar',
  editOf: (name) => `Cambiar: ${name}`,
  remove: 'Quitar',
  removeOf: (name) => `Quitar: ${name}`,
  removePassword: 'Contraseña, porque esto quita un límite',
  add: 'Añadir un límite',
  addTitle: 'Un límite nuevo',
  addFor: 'para',
  addMore: 'Lo gastado antes, dentro de su tiempo, ya cuenta.',
  notTaken: 'La cartera no acepta este límite: revisa el importe y el nombre.',
  newLimit: 'límite',
  unit: 'en',
  dollars: 'dólares',
  onNetwork: (symbol, network) => `${symbol} en ${network}`,
  window: 'a lo largo de',
  windows: {
    hour: 'cualquier hora',
    day: 'cualquier periodo de 24 horas',
    week: 'cualquier periodo de 7 días',
    days30: 'cualquier periodo de 30 días',
    month: 'un mes natural',
    total: 'todo el tiempo',
  },
  anyTime: (time) => `cualquier periodo de ${time}`,
  everything: 'Todo',
  eachOf: {
    site: 'Cada sitio',
    origin: 'Cada servidor',
    agent: 'Cada agente',
    payee: 'Cada cobrador',
    intent: 'Cada compra',
    mandate: 'Cada mandato',
  },
  oneOf: {
    site: 'Un sitio',
    origin: 'Un servidor',
    agent: 'Un agente',
    payee: 'Un cobrador',
    intent: 'Una compra',
    mandate: 'Un mandato',
  },
  kinds: {
    site: 'Sitio',
    origin: 'Servidor',
    agent: 'Agente',
    payee: 'Cobrador',
    intent: 'Compra',
    mandate: 'Mandato',
  },
  nameOf: {
    site: 'sitio, como news.example',
    origin: 'servidor, como https://api.news.example',
    agent: 'nombre del agente',
    payee: 'dirección del cobrador',
    mandate: 'mandato',
  },
  nameBad: {
    site: 'Un nombre como news.example.',
    origin: 'Una dirección como https://api.news.example.',
    agent: 'El nombre que usa el agente.',
    payee: '0x y 40 caracteres de 0 a 9 y de a a f.',
    mandate: 'Elige uno.',
  },
  amountBad: 'Un número como 2.50.',
  state: { active: 'activo', paused: 'en pausa', revoked: 'revocado', expired: 'acabado' },
  signatures: (time) => `firmas de hasta ${time}`,
  anyPayee: 'cualquier cobrador',
  onePayee: 'a',
  payees: (count) => `a ${count} cobradores`,
  agentAt: 'en',
  path: (path) => `rutas bajo ${path}`,
  repeats: 'puede pagar lo mismo otra vez enseguida',
  from: (account) => `desde ${account}`,
  paid: (count, last) => `${count === 1 ? '1 pago' : `${count} pagos`}, el último ${last}`,
  neverPaid: 'aún ningún pago',
  extend: 'Prolongar',
  pause: 'Pausar',
  resume: 'Reanudar',
  revoke: 'Revocar',
  actionOf: (action, site) => `${action}: ${site}`,
  extendTo: (day) => `hasta el ${day}`,
  extendLabel: 'Prolongar',
  extendPassword: 'Contraseña, porque esto le da más tiempo',
  resumePassword: 'Contraseña, para reanudar',
  ended: (count) => (count === 1 ? '1 acabado' : `${count} acabados`),
}

/** The page of one payment. */
export const allowedBy: typeof english.allowedBy = {
  mandate: 'Lo permitió un mandato tuyo; no se preguntó a nadie.',
  see: 'Ver el mandato',
}
