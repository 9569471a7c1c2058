import type { Catalogue } from './en'

/** Los avisos del navegador, en los ajustes. */
export const notices: Catalogue['notices'] = {
  title: 'Avisos',
  lede: 'Los muestra tu sistema, quizá también con la pantalla bloqueada. Nombran el sitio y el importe, nada más.',
  label: 'Mostrar avisos',
  more: 'lo pagado sin preguntar, un límite al 80 y al 100 por ciento, un resultado incierto, lo que te espera',
}
