import type { spending as english } from './en-spending'

/** Gasto a lo largo del tiempo. */
export const spending: typeof english = {
  title: 'Gasto',
  period: 'Periodo',
  periods: { day: 'Día', week: 'Semana', month: 'Mes' },
  by: 'Agrupado por',
  spenders: { site: 'sitio', agent: 'agente', mandate: 'mandato' },
  money: 'Dinero',
  real: 'dinero real',
  test: 'dinero de prueba',
  caption: 'Gasto por tramos de tiempo, en dólares. Cuenta lo retenido hasta la prueba.',
  limit: (amount) => `${amount}, tu límite`,
  others: (count) => (count === 1 ? '1 más' : `${count} más`),
  nothing: 'No se gastó nada en este tiempo.',
  inAll: 'en total',
  all: 'Todo',
}
